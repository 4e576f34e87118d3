import { publishMetrics } from '../../aws/publish-metrics.ts';
import { jobMetrics } from '../../domain/job-metrics.ts';

/**
 * Counts work that failed, by function: to Lambda, a batch that reports its failed messages has succeeded, and so has a
 * run that leaves one of its items undone.
 * @param functionId as in the manifest
 */
export function countFailedJobs(functionId: string, failed: number): void {
  if (failed === 0) return;
  publishMetrics([{ name: jobMetrics.failed, unit: 'Count', value: failed }], { function: functionId });
}
