import { Duration, Stack } from 'aws-cdk-lib';
import { type IQueue, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { FunctionRow, QueueRow } from '../../functions/manifest/function-row.ts';
import { DEAD_LETTER_DAYS, MESSAGE_DAYS, visibilitySeconds } from '../../functions/manifest/queues.ts';
import { queueName } from '../stages/resource-names.ts';

/** A queue and its dead-letter queue. */
export type WorkQueue = {
  readonly queue: IQueue;
  readonly deadLetters: IQueue;
  /** The queue as its own stack refers to it. */
  readonly own: Queue;
};

type WorkQueueParts = { readonly stageName: string; readonly functions: readonly FunctionRow[] };

/** Makes the row's queue and its dead-letter queue, both encrypted and TLS-only. */
export function addWorkQueue(
  scope: Construct,
  row: QueueRow,
  { stageName, functions }: WorkQueueParts,
): WorkQueue {
  const add = (id: string, props: QueueProps) =>
    new Queue(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      ...(!row.isExported && { queueName: queueName(stageName, id) }),
      ...props,
    });
  const deadLetters = add(`${row.name}-dlq`, {
    // Somebody has to look and send the messages back.
    retentionPeriod: Duration.days(DEAD_LETTER_DAYS),
  });
  const queue = add(row.name, {
    visibilityTimeout: Duration.seconds(visibilitySeconds(row.name, functions)),
    retentionPeriod: Duration.days(MESSAGE_DAYS),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: row.maxReceiveCount },
  });
  if (row.isExported) return { queue, deadLetters, own: queue };
  const known = (id: string) => knownByName(scope, { id, name: queueName(stageName, id) });
  return { queue: known(row.name), deadLetters: known(`${row.name}-dlq`), own: queue };
}

/** The queue as other stacks may refer to it without an export. */
function knownByName(scope: Construct, { id, name }: { id: string; name: string }): IQueue {
  return Queue.fromQueueArn(
    scope,
    `${id}-by-name`,
    Stack.of(scope).formatArn({ service: 'sqs', resource: name }),
  );
}
