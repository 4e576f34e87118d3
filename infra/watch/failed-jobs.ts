import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { jobMetrics } from '../../functions/domain/job-metrics.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';

const counted = (metricName: string, stageName: string, dimensions: Record<string, string> = {}): Metric =>
  new Metric({
    namespace: metricNamespace(stageName),
    metricName,
    dimensionsMap: { service: 'gatherlens', ...dimensions },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });

const failuresIn = ({ id }: FunctionRow, stageName: string): Metric =>
  counted(jobMetrics.failed, stageName, { function: id });

const jobsOf = (rows: readonly FunctionRow[]) => rows.filter((row) => !answersRequests(row));

/**
 * An alarm for each job, on what it counts itself. A queue's message that keeps failing also becomes a dead letter, but
 * nothing else tells of a scheduled job's failure, and its next run may be a day away.
 */
export function failedJobAlarms(rows: readonly FunctionRow[], stageName: string): AlarmDefinition[] {
  return jobsOf(rows).map((row) => {
    const isScheduled = row.trigger.kind === 'schedule';
    return {
      id: 'jobs-failing',
      part: row.id,
      metric: failuresIn(row, stageName),
      threshold: isScheduled ? 1 : 10,
      periods: 1,
      impact: `The job ${row.id} fails, so that something that people did does not show.`,
      firstStep: `Read its errors in the log /gatherlens/${stageName}/${isScheduled ? 'scheduled-jobs' : 'jobs'}.`,
    };
  });
}

/** For the dashboard: failures by job, and files that cannot be shown, which are no failures. */
export const jobGraph = (rows: readonly FunctionRow[], stageName: string): Metric[] => [
  ...jobsOf(rows).map((row) => failuresIn(row, stageName)),
  counted(jobMetrics.unsupported, stageName),
];
