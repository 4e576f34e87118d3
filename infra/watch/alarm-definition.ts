import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** Every alarm; each has a section in docs/runbooks.md. */
export type AlarmId =
  | 'calls-failing'
  | 'calls-slow'
  | 'uploads-failing'
  | 'payments-failing'
  | 'payments-refused'
  | 'previews-late'
  | 'jobs-late'
  | 'jobs-failing'
  | 'dead-letters'
  | 'edge-failing-or-flooded'
  | 'pages-crashing';

/** What an alarm watches, and what it says when it rings. */
export type AlarmDefinition = {
  readonly id: AlarmId;
  /** For one of several alarms of this id: what its queues are for. */
  readonly part?: string;
  readonly metric: IMetric;
  /** The alarm rings at or above it. */
  readonly threshold: number;
  /** In how many periods of the metric. */
  readonly periods: number;
  /** Of how many; of as many if absent. More where the newest figures come late. */
  readonly within?: number;
  /** How people are affected, in one sentence. */
  readonly impact: string;
  /** What to do first. */
  readonly firstStep: string;
};

/** An alarm's name within its stage. */
export const fullId = ({ id, part }: Pick<AlarmDefinition, 'id' | 'part'>): string =>
  part === undefined ? id : `${id}-${part}`;

/** An alarm's text: how people are affected, what to do first, and where to read on. */
export function alarmDescription({ id, impact, firstStep }: AlarmDefinition): string {
  return `${impact} ${firstStep} docs/runbooks.md#${id}`;
}
