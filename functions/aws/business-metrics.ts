import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { stageName } from './settings.ts';

let metrics: Metrics | undefined;

/**
 * Counts what people did, in a log line from which CloudWatch makes metrics in the stage's own namespace
 * `Gatherlens/{stage}`. It holds metric names only, never who did it or where.
 * Source: CloudWatch embedded metric format.
 */
export function countBusiness(names: readonly string[]): void {
  if (names.length === 0) return;
  metrics ??= new Metrics({ namespace: `Gatherlens/${stageName()}`, serviceName: 'gatherlens' });
  const byName = Map.groupBy(names, (name) => name);
  for (const [name, all] of byName) metrics.addMetric(name, MetricUnit.Count, all.length);
  metrics.publishStoredMetrics();
}
