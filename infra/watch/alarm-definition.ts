import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** Every alarm there is, each a part of docs/runbooks.md. */
export type AlarmId =
  | 'calls-failing'
  | 'calls-slow'
  | 'uploads-failing'
  | 'payments-failing'
  | 'payments-refused'
  | 'photos-late'
  | 'videos-late'
  | 'jobs-late'
  | 'jobs-failing'
  | 'dead-letters'
  | 'throttled'
  | 'edge-failing';

/** What an alarm looks at, and what it says when it rings. */
export type AlarmDefinition = {
  readonly id: AlarmId;
  readonly metric: IMetric;
  /** Rings from here on. */
  readonly threshold: number;
  /** For how many of the metric's periods in a row. */
  readonly periods: number;
  /** What people suffer, in one sentence. */
  readonly impact: string;
  /** What to do first. */
  readonly firstStep: string;
};

/** An alarm's text: what people suffer, what to do first, and where the rest is written. */
export function alarmDescription({ id, impact, firstStep }: AlarmDefinition): string {
  return `${impact} ${firstStep} docs/runbooks.md#${id}`;
}
