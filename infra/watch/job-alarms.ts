import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { FunctionRow, QueueName } from '../../functions/manifest/function-row.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import { functionName } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { failuresOf } from './call-alarms.ts';
import { failedJobAlarms } from './failed-jobs.ts';

const fiveMinutes = Duration.minutes(5);
const MINUTE_SECONDS = 60;

/** Queues whose results the uploader waits for; each has its own alarm. */
const awaited = ['media', 'videos'] as const satisfies readonly QueueName[];

type Queues = ReadonlyMap<QueueName, WorkQueue>;

/** Alarms of jobs: they are late, fail, or were given up. */
export function jobAlarms(
  rows: readonly FunctionRow[],
  { queues, stageName }: { queues: Queues; stageName: string },
): AlarmDefinition[] {
  return [
    ...previewAlarms(queues),
    jobsLate(rows, { queues, stageName }),
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
        period: fiveMinutes,
        label: 'failures, 1 is too many',
      }),
      threshold: 1,
      periods: 1,
      impact: 'Work in the background keeps failing, so that something that people did does not show.',
      firstStep: `Read the errors in the logs /gatherlens/${stageName}/jobs and scheduled-jobs.`,
    },
    ...failedJobAlarms(rows, stageName),
    ...deadLetters(queues),
  ];
}

/** A single bad file that is retried is no standstill: at least three messages have to wait. */
function previewAlarms(queues: Queues): AlarmDefinition[] {
  const late = (name: (typeof awaited)[number]) =>
    new MathExpression({
      expression: 'IF(waiting + worked >= 3, age, 0)',
      usingMetrics: awaitedMetrics(queueOf(queues, name)),
      period: fiveMinutes,
      label: 'seconds that the oldest waits',
    });
  return [
    {
      id: 'photos-late',
      metric: late('media'),
      threshold: 10 * MINUTE_SECONDS,
      periods: 1,
      impact: 'New photos stay without a preview, for everybody but who took them.',
      firstStep: 'Does jobs-failing ring? If not, the queue media has more than its worker can do.',
    },
    {
      id: 'videos-late',
      metric: late('videos'),
      threshold: 30 * MINUTE_SECONDS,
      periods: 1,
      impact: 'New videos stay without a preview and do not play.',
      firstStep: 'Does jobs-failing ring? If not, the queue videos has more than its worker can do.',
    },
  ];
}

const awaitedMetrics = (queue: IQueue): Record<string, IMetric> => ({
  age: ageOf(queue),
  waiting: queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes, statistic: Stats.MAXIMUM }),
  worked: queue.metricApproximateNumberOfMessagesNotVisible({
    period: fiveMinutes,
    statistic: Stats.MAXIMUM,
  }),
});

/** All other jobs. The table's stream comes before the queues, so it may lag a third as long. */
function jobsLate(
  rows: readonly FunctionRow[],
  { queues, stageName }: { queues: Queues; stageName: string },
): AlarmDefinition {
  const others = [...queues].filter(([name]) => !awaited.some((one) => one === name));
  const streams = streamAges(rows, stageName);
  const usingMetrics: Record<string, IMetric> = Object.fromEntries([
    ...others.map(([name, { queue }]) => [name, ageOf(queue)]),
    ...streams.map((age, at) => [`stream${at}`, age]),
  ]);
  const terms = [...others.map(([name]) => name), ...streams.map((_, at) => `3 * stream${at} / 1000`)];
  return {
    id: 'jobs-late',
    metric: new MathExpression({
      expression: `MAX([${terms.join(', ')}])`,
      usingMetrics,
      period: fiveMinutes,
      label: 'seconds that the oldest waits',
    }),
    threshold: 15 * MINUTE_SECONDS,
    periods: 2,
    impact: 'What people did shows late: approvals, deletions, Download All or notifications.',
    firstStep: 'See on the dashboard which queue waits, or whether it is the stream before them.',
  };
}

const isArrivals = ([name]: readonly [QueueName, WorkQueue]): boolean => name === 'arrivals';

/** An expression takes ten metrics, so `arrivals`, of which nobody waits for anything, has an alarm of its own. */
function deadLetters(queues: Queues): AlarmDefinition[] {
  const arrivals = deadLettersIn([...queues].filter(isArrivals), {
    impact: 'Files that are too large, or were sent again, may have stayed for up to a day.',
  });
  return [
    deadLettersIn(
      [...queues].filter((queue) => !isArrivals(queue)),
      {
        impact: 'Something that somebody did has not happened, and will not by itself.',
      },
    ),
    { ...arrivals, functionId: 'check-arrivals' },
  ];
}

/** The counts are summed, because an empty dead-letter queue has no data points. */
function deadLettersIn(
  watched: readonly (readonly [QueueName, WorkQueue])[],
  { impact }: Pick<AlarmDefinition, 'impact'>,
): AlarmDefinition {
  return {
    id: 'dead-letters',
    metric: new MathExpression({
      expression: `SUM([${watched.map(([name]) => name).join(', ')}])`,
      usingMetrics: Object.fromEntries(
        watched.map(([name, { deadLetters: deadLetterQueue }]) => [
          name,
          deadLetterQueue.metricApproximateNumberOfMessagesVisible({
            period: fiveMinutes,
            statistic: Stats.MAXIMUM,
          }),
        ]),
      ),
      period: fiveMinutes,
      label: 'dead-letter messages',
    }),
    threshold: 1,
    periods: 1,
    impact,
    firstStep:
      'See on the dashboard which queue has dead-letter messages, and read why in the log of the jobs.',
  };
}

function queueOf(queues: Queues, name: QueueName): IQueue {
  const found = queues.get(name);
  if (!found) throw new Error(`The manifest has no queue "${name}".`);
  return found.queue;
}

const ageOf = (queue: IQueue): Metric =>
  queue.metricApproximateAgeOfOldestMessage({ period: fiveMinutes, statistic: Stats.MAXIMUM });

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
