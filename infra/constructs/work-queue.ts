import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { FunctionRow, QueueRow } from '../../functions/manifest/function-row.ts';

/** A queue and where its messages go that failed too often. */
export type WorkQueue = { readonly queue: Queue; readonly deadLetters: Queue };

/** A batch may be retried six times over within one visibility time-out, as Lambda's guide for SQS asks. */
const ATTEMPTS_PER_VISIBILITY = 6;

/** SQS's own default, where nothing works the queue yet. */
const IDLE_VISIBILITY_SECONDS = 30;

/**
 * Seconds that a received message stays hidden: six times its worker's time-out, and the longest wait to fill a batch.
 * Source: AWS Lambda Developer Guide, "Creating and configuring an Amazon SQS event source mapping".
 */
export function visibilitySeconds(queue: QueueRow['name'], rows: readonly FunctionRow[]): number {
  const needed = rows.map(({ trigger, timeoutSeconds }) =>
    trigger.kind === 'queue' && trigger.queue === queue
      ? ATTEMPTS_PER_VISIBILITY * timeoutSeconds + (trigger.maxBatchingWindowSeconds ?? 0)
      : 0,
  );
  return Math.max(...needed, 0) || IDLE_VISIBILITY_SECONDS;
}

/** Makes the row's queue and its dead-letter queue, both encrypted and closed to plain HTTP. */
export function addWorkQueue(scope: Construct, row: QueueRow, rows: readonly FunctionRow[]): WorkQueue {
  const deadLetters = new Queue(scope, `${row.name}-dlq`, {
    // The longest there is: somebody has to look and send them back.
    retentionPeriod: Duration.days(14),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  });
  const queue = new Queue(scope, row.name, {
    visibilityTimeout: Duration.seconds(visibilitySeconds(row.name, rows)),
    retentionPeriod: Duration.days(4),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: row.maxReceiveCount },
  });
  return { queue, deadLetters };
}
