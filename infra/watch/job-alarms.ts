import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { jobMetrics } from '../../functions/domain/job-metrics.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { failuresOf } from './call-alarms.ts';

/** The alarm of jobs that fail. */
export function jobAlarm(stageName: string): AlarmDefinition {
  return {
    id: 'jobs-failing',
    metric: new MathExpression({
      // One message that fails for good is delivered about five times within one period, which its dead
      // letter tells already. A scheduled job runs too rarely for a second failure to follow soon.
      expression: 'MAX([jobs / 10, scheduled])',
      usingMetrics: {
        jobs: failuresOf('jobs', stageName),
        scheduled: failuresOf('scheduledJobs', stageName),
      },
      period: Duration.minutes(5),
      label: 'failures, 1 is too many',
    }),
    threshold: 1,
    periods: 1,
    impact: 'Work in the background keeps failing, so that something that people did does not show.',
    firstStep: `See on the dashboard which job fails, and read its errors in the log /gatherlens/${stageName}/jobs or /gatherlens/${stageName}/scheduled-jobs.`,
  };
}

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

/** For the dashboard: failures by job, and files that cannot be shown, which are no failures. */
export const jobGraph = (rows: readonly FunctionRow[], stageName: string): Metric[] => [
  ...jobsOf(rows).map((row) => failuresIn(row, stageName)),
  counted(jobMetrics.unsupported, stageName),
];
