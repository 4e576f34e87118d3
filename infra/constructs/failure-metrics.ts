import { FilterPattern, type IFilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import type { Stage } from '../stages/stages.ts';

/**
 * Failures without a metric in AWS, counted from logs: to Lambda neither a 500 answer nor a message that will
 * be delivered again is an error. One metric of each kind for the whole stage, none per route.
 */
export const failureMetrics = {
  /** 5xx answers to calls that issue or save an upload. */
  uploads: 'UploadsFailed',
  /** 5xx answers to Stripe's events, and payments that the daily reconciliation could not settle. */
  payments: 'PaymentsFailed',
  /** 4xx answers to Stripe's events. */
  refusedPayments: 'PaymentEventsRefused',
  /** Failures of jobs that a queue or the table's stream starts. */
  jobs: 'JobsFailed',
  /** Failures of jobs that a schedule starts. */
  scheduledJobs: 'ScheduledJobsFailed',
} as const;

/** Counts every line of the log that matches the pattern. */
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

/** Matches lines of the gateway's log: answers to these calls with a status like `5*`. */
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
 * Matches lines of functions' logs: errors that the function itself logs, and runs that did not end with
 * success, such as time-outs. Source: AWS Lambda Developer Guide, "Telemetry API Event schema reference",
 * platform.report.
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
