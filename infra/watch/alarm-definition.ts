import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** The parts of docs/runbooks.md, one for each kind of alarm. */
export type Runbook =
  | 'dead-letters'
  | 'slow-queue'
  | 'failing-worker'
  | 'late-stream'
  | 'failing-calls'
  | 'slow-calls'
  | 'failing-uploads'
  | 'failing-payments'
  | 'failing-edge'
  | 'throttled-functions'
  | 'throttled-table'
  | 'cost';

/** What an alarm looks at, and what it says when it rings. */
export type AlarmDefinition = {
  readonly id: string;
  readonly metric: IMetric;
  /** Rings from here on. */
  readonly threshold: number;
  /** For how many of the metric's periods in a row. */
  readonly periods: number;
  /** What people suffer, in one sentence. */
  readonly impact: string;
  /** What to do first. */
  readonly firstStep: string;
  readonly runbook: Runbook;
};

/** An alarm's text: what people suffer, what to do first, and where the rest is written. */
export function alarmDescription({ impact, firstStep, runbook }: AlarmDefinition): string {
  return `${impact} ${firstStep} docs/runbooks.md#${runbook}`;
}
