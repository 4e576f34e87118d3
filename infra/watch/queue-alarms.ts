import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { FunctionRow, QueueName } from '../../functions/manifest/function-row.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import { functionName } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { queuesOf } from './queues-by-alarm.ts';

const fiveMinutes = Duration.minutes(5);
const MINUTE_SECONDS = 60;
const mostIn = { period: fiveMinutes, statistic: Stats.MAXIMUM };

type Queues = ReadonlyMap<QueueName, WorkQueue>;

/** Alarms of queues: something waits too long in them, or was given up. */
export function queueAlarms(
  rows: readonly FunctionRow[],
  { queues, stageName }: { queues: Queues; stageName: string },
): AlarmDefinition[] {
  return [previewsLate(queues), jobsLate(queues, streamAges(rows, stageName)), ...deadLetterAlarms(queues)];
}

const PHOTO_SECONDS = 10 * MINUTE_SECONDS;
const VIDEO_SECONDS = 30 * MINUTE_SECONDS;

/**
 * A single bad file that is retried is no standstill: at least three messages have to wait. Of videos, which take
 * minutes each, those that are being worked on count too.
 */
const waitingTooLong = (name: QueueName): string =>
  name === 'videos'
    ? `IF(videosWaiting + videosWorked >= 3, videos / ${VIDEO_SECONDS}, 0)`
    : `IF(${name}Waiting >= 3, ${name} / ${PHOTO_SECONDS}, 0)`;

function previewsLate(queues: Queues): AlarmDefinition {
  const names = queuesOf('previews-late');
  return {
    id: 'previews-late',
    metric: new MathExpression({
      expression: `MAX([${names.map(waitingTooLong).join(', ')}])`,
      usingMetrics: Object.fromEntries(names.flatMap((name) => waitOf(name, queueOf(queues, name).queue))),
      period: fiveMinutes,
      label: 'the longest wait, 1 is too long',
    }),
    threshold: 1,
    periods: 1,
    impact: 'New photos or videos have no preview yet: only the people who uploaded them see them.',
    firstStep: 'Does jobs-failing ring? If not, see on the dashboard in which of the queues they wait.',
  };
}

const waitOf = (name: QueueName, queue: IQueue): [string, IMetric][] => [
  [name, ageOf(queue)],
  [`${name}Waiting`, queue.metricApproximateNumberOfMessagesVisible(mostIn)],
  ...(name === 'videos'
    ? [
        [`${name}Worked`, queue.metricApproximateNumberOfMessagesNotVisible(mostIn)] satisfies [
          string,
          IMetric,
        ],
      ]
    : []),
];

/** The table's stream comes before the queues, so it may lag a third as long. */
function jobsLate(queues: Queues, streams: readonly Metric[]): AlarmDefinition {
  return {
    id: 'jobs-late',
    metric: longestWait(agesIn(queues), streams),
    threshold: 15 * MINUTE_SECONDS,
    periods: 2,
    impact: 'What people did takes effect late: approvals, votes, Download All, notifications or deletions.',
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

const agesIn = (queues: Queues): Record<string, IMetric> =>
  Object.fromEntries(queuesOf('jobs-late').map((name) => [name, ageOf(queueOf(queues, name).queue)]));

/** Of the same groups of queues. */
function deadLetterAlarms(queues: Queues): AlarmDefinition[] {
  return [
    deadLettersIn(queues, queuesOf('jobs-late'), {
      impact: 'Something that somebody did has not happened, and will not by itself.',
    }),
    deadLettersIn(queues, queuesOf('previews-late'), {
      part: 'previews',
      impact: 'Photos or videos stay without a preview; their originals are there.',
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
