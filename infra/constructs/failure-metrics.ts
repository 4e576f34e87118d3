import { FilterPattern, type IFilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import type { Stage } from '../stages/stages.ts';

/**
 * Failures that AWS has no metric of, counted from logs: an answer of 500 is no error to Lambda, nor is a message that is
 * to be delivered again. One metric each for the whole stage, and none by route.
 */
export const failureMetrics = {
  /** Answers 5xx where an upload is asked for or saved. */
  uploads: 'UploadsFailed',
  /** Stripe's events that were answered 5xx, and payments that the daily reconciliation could not settle. */
  payments: 'PaymentsFailed',
  /** Stripe's events that were answered 4xx. */
  refusedPayments: 'PaymentEventsRefused',
  /** Failures of work that a queue or the table's stream starts. */
  jobs: 'JobsFailed',
  /** Failures of work that the clock starts. */
  scheduledJobs: 'ScheduledJobsFailed',
} as const;

/** Adds one to the metric for each line of the log that fits. */
export function countLines(
  log: LogGroup,
  id: string,
  { stage, metricName, pattern }: { stage: Stage; metricName: string; pattern: IFilterPattern },
): void {
  log.addMetricFilter(id, {
    filterPattern: pattern,
    metricNamespace: metricNamespace(stage.name),
    metricName,
  });
}

/** Lines of the gateway's log: answers of these calls with a status like `5*`. */
export function answersOf(rows: readonly FunctionRow[], status: string): IFilterPattern {
  return FilterPattern.all(
    FilterPattern.stringValue('$.status', '=', status),
    FilterPattern.any(
      ...rows
        .flatMap(gatewayKeysOf)
        .map(({ method, path }) => FilterPattern.stringValue('$.route', '=', `${method} ${path}`)),
    ),
  );
}

/**
 * Lines of functions' logs: what the function itself calls an error, and runs that ended otherwise than well, such as by
 * their time limit. Source: AWS Lambda Developer Guide, "Telemetry API Event schema reference", platform.report.
 */
export const failedRuns: IFilterPattern = FilterPattern.any(
  FilterPattern.all(
    FilterPattern.stringValue('$.service', '=', 'gatherlens'),
    FilterPattern.stringValue('$.level', '=', 'ERROR'),
  ),
  FilterPattern.all(
    FilterPattern.stringValue('$.type', '=', 'platform.report'),
    FilterPattern.stringValue('$.record.status', '!=', 'success'),
  ),
);
