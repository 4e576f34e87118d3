import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { FunctionRow, QueueName } from '../../functions/manifest/function-row.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { AlarmDefinition } from './alarm-definition.ts';

/** What a person notices while the queue stands still. */
const standstillImpact: Readonly<Record<QueueName, string>> = {
  media: 'New photos stay without a preview.',
  videos: 'New videos stay without a preview and do not play.',
  moves: 'Approved photos stay unreadable, or rejected ones readable.',
  deletions: 'Files of deleted events are still there.',
  people: 'What people asked to have deleted is still there, or a guest sees nothing of it in the account.',
  archives: 'Download All does not come to an end.',
  push: 'Nobody is told of new photos, nor owners of what waits for them.',
};

/** A queue that does not keep up, and what it gave up. */
export function queueAlarms(name: QueueName, { queue, deadLetters }: WorkQueue): AlarmDefinition[] {
  return [
    {
      id: `${name}-dead-letters`,
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
      periods: 1,
      impact: standstillImpact[name],
      firstStep: `Work failed for good: read the log of the queue's worker, mend it, then npm run redrive -- --queue ${name}.`,
      runbook: 'dead-letters',
    },
    {
      id: `${name}-age`,
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(5),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 15 * 60,
      periods: 2,
      impact: standstillImpact[name],
      firstStep: `The queue ${name} has not kept up for 15 minutes: is its worker failing, or are its places too few?`,
      runbook: 'slow-queue',
    },
  ];
}

/** The alarm of a worker that keeps failing. */
export const jobErrorsAlarmId = ({ id }: Pick<FunctionRow, 'id'>): string => `${id}-errors`;

/** A worker that keeps failing, and one that lags behind the table. */
export function jobAlarms(row: FunctionRow, lambda: Lambda, stageName: string): AlarmDefinition[] {
  const { id, trigger } = row;
  const failing: AlarmDefinition = {
    id: jobErrorsAlarmId(row),
    metric: lambda.metricErrors({ period: Duration.minutes(5) }),
    threshold: 5,
    periods: 2,
    impact: 'Work in the background keeps failing, so that something that people did does not show.',
    firstStep: `Read the log /gatherlens/${stageName}/${id}.`,
    runbook: 'failing-worker',
  };
  if (trigger.kind !== 'stream') return [failing];
  const late: AlarmDefinition = {
    id: `${id}-age`,
    metric: lambda.metric('IteratorAge', { period: Duration.minutes(5), statistic: Stats.MAXIMUM }),
    threshold: 5 * 60_000,
    periods: 2,
    impact: 'Approvals, deletions and news follow minutes late.',
    firstStep: `The table's stream is followed late: read the log /gatherlens/${stageName}/${id}.`,
    runbook: 'late-stream',
  };
  return [failing, late];
}
