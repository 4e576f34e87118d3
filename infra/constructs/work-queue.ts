import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { FunctionRow, QueueRow } from '../../functions/manifest/function-row.ts';
import { visibilitySeconds } from '../../functions/manifest/queues.ts';

/** A queue and its dead-letter queue. */
export type WorkQueue = { readonly queue: Queue; readonly deadLetters: Queue };

/** Makes the row's queue and its dead-letter queue, both encrypted and TLS-only. */
export function addWorkQueue(scope: Construct, row: QueueRow, rows: readonly FunctionRow[]): WorkQueue {
  const deadLetters = new Queue(scope, `${row.name}-dlq`, {
    // SQS's maximum: somebody has to look and send the messages back.
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
