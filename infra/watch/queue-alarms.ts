import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { FunctionRow, QueueName } from '../../functions/manifest/function-row.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import { functionName } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { type LateAlarmId, queuesOf } from './late-queues.ts';

const fiveMinutes = Duration.minutes(5);
const MINUTE_SECONDS = 60;
const mostIn = { period: fiveMinutes, statistic: Stats.MAXIMUM };

type Queues = ReadonlyMap<QueueName, WorkQueue>;
type Late = Omit<AlarmDefinition, 'id' | 'metric'>;

/** Alarms of queues: something waits too long in them, or was given up. */
export function queueAlarms(
  rows: readonly FunctionRow[],
  { queues, stageName }: { queues: Queues; stageName: string },
): AlarmDefinition[] {
  return [
    previewsLate(queues, 'photos-late', {
      threshold: 10 * MINUTE_SECONDS,
      periods: 1,
      impact: 'New photos stay without a preview, for everybody but who took them.',
      firstStep: 'Does jobs-failing ring? If not, see on the dashboard in which of the queues they wait.',
    }),
    previewsLate(queues, 'videos-late', {
      threshold: 30 * MINUTE_SECONDS,
      periods: 1,
      impact: 'New videos stay without a preview and do not play.',
      firstStep: 'Does jobs-failing ring? If not, the queue videos has more than its worker can do.',
    }),
    jobsLate(queues, streamAges(rows, stageName)),
    {
      id: 'removals-late',
      metric: longestWait(agesIn(queues, 'removals-late'), []),
      threshold: 15 * MINUTE_SECONDS,
      periods: 2,
      impact:
        "What is to be deleted is still there, or a claimed guest's photos are not their account's yet.",
      firstStep: 'See on the dashboard which queue waits. Does jobs-failing ring? Then that comes first.',
    },
    ...deadLetterAlarms(queues),
  ];
}

/** A single bad file that is retried is no standstill: at least three messages have to wait in one of the queues. */
const ageIfSome = (name: QueueName): string => `IF(${name}Waiting + ${name}Worked >= 3, ${name}, 0)`;

function previewsLate(queues: Queues, id: 'photos-late' | 'videos-late', late: Late): AlarmDefinition {
  const names = queuesOf(id);
  return {
    id,
    metric: new MathExpression({
      expression: `MAX([${names.map(ageIfSome).join(', ')}])`,
      usingMetrics: Object.fromEntries(names.flatMap((name) => waitOf(name, queueOf(queues, name).queue))),
      period: fiveMinutes,
      label: 'seconds that the oldest waits',
    }),
    ...late,
  };
}

const waitOf = (name: QueueName, queue: IQueue): [string, IMetric][] => [
  [name, ageOf(queue)],
  [`${name}Waiting`, queue.metricApproximateNumberOfMessagesVisible(mostIn)],
  [`${name}Worked`, queue.metricApproximateNumberOfMessagesNotVisible(mostIn)],
];

/** The table's stream comes before the queues, so it may lag a third as long. */
function jobsLate(queues: Queues, streams: readonly Metric[]): AlarmDefinition {
  return {
    id: 'jobs-late',
    metric: longestWait(agesIn(queues, 'jobs-late'), streams),
    threshold: 15 * MINUTE_SECONDS,
    periods: 2,
    impact: 'What people did shows late: approvals, counts of votes, Download All or notifications.',
    firstStep: 'See on the dashboard which queue waits, or whether it is the stream before them.',
  };
}

function longestWait(ages: Record<string, IMetric>, streams: readonly Metric[]): MathExpression {
  const terms = [...Object.keys(ages), ...streams.map((_, at) => `3 * stream${at} / 1000`)];
  return new MathExpression({
    expression: `MAX([${terms.join(', ')}])`,
    usingMetrics: { ...ages, ...Object.fromEntries(streams.map((age, at) => [`stream${at}`, age])) },
    period: fiveMinutes,
    label: 'seconds that the oldest waits',
  });
}

const agesIn = (queues: Queues, id: LateAlarmId): Record<string, IMetric> =>
  Object.fromEntries(queuesOf(id).map((name) => [name, ageOf(queueOf(queues, name).queue)]));

/** Of the same groups of queues; photos and videos together, because for both the original stays. */
function deadLetterAlarms(queues: Queues): AlarmDefinition[] {
  return [
    deadLettersIn(queues, queuesOf('jobs-late'), {
      impact: 'Something that somebody did has not happened, and will not by itself.',
    }),
    deadLettersIn(queues, [...queuesOf('photos-late'), ...queuesOf('videos-late')], {
      part: 'previews',
      impact: 'Photos or videos stay without a preview; their originals are there.',
    }),
    deadLettersIn(queues, queuesOf('removals-late'), {
      part: 'removals',
      impact: "What was to be deleted is still there, or a claimed guest's photos are not their account's.",
    }),
  ];
}

/** The counts are summed, because an empty dead-letter queue has no data points. */
function deadLettersIn(
  queues: Queues,
  names: readonly QueueName[],
  said: Pick<AlarmDefinition, 'part' | 'impact'>,
): AlarmDefinition {
  const counts = names.map((name) => [
    name,
    queueOf(queues, name).deadLetters.metricApproximateNumberOfMessagesVisible(mostIn),
  ]);
  return {
    id: 'dead-letters',
    metric: new MathExpression({
      expression: `SUM([${names.join(', ')}])`,
      usingMetrics: Object.fromEntries(counts),
      period: fiveMinutes,
      label: 'dead-letter messages',
    }),
    threshold: 1,
    periods: 1,
    firstStep:
      'See on the dashboard which queue has dead-letter messages, and read why in the log of the jobs.',
    ...said,
  };
}

function queueOf(queues: Queues, name: QueueName): WorkQueue {
  const found = queues.get(name);
  if (!found) throw new Error(`The manifest has no queue "${name}".`);
  return found;
}

const ageOf = (queue: IQueue): Metric => queue.metricApproximateAgeOfOldestMessage(mostIn);

/** How long the oldest unprocessed change of the table's stream has waited, in milliseconds. */
export const streamAges = (rows: readonly FunctionRow[], stageName: string): Metric[] =>
  rows
    .filter(({ trigger }) => trigger.kind === 'stream')
    .map(
      ({ id }) =>
        new Metric({
          namespace: 'AWS/Lambda',
          metricName: 'IteratorAge',
          dimensionsMap: { FunctionName: functionName(stageName, id) },
          statistic: Stats.MAXIMUM,
          period: fiveMinutes,
        }),
    );
