import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { failuresOf } from './call-alarms.ts';
import { failedJobAlarms } from './failed-jobs.ts';

/** Alarms of jobs that fail. */
export function jobAlarms(rows: readonly FunctionRow[], stageName: string): AlarmDefinition[] {
  return [
    {
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
      firstStep: `Read the errors in the logs /gatherlens/${stageName}/jobs and scheduled-jobs.`,
    },
    ...failedJobAlarms(rows, stageName),
  ];
}
