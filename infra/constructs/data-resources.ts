import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { QueueName, SendTarget } from '../../functions/manifest/function-row.ts';
import type { WorkQueue } from './work-queue.ts';

/** What the data stack holds, as far as functions and their rights are about it. */
export type DataResources = {
  readonly table: Table;
  readonly mediaBucket: Bucket;
  readonly queues: ReadonlyMap<QueueName, WorkQueue>;
  /** The queue of that name. @throws Error where the manifest has none */
  readonly queue: (name: QueueName) => WorkQueue;
  /** A queue or, by its name with `-dlq`, its dead-letter queue. @throws Error where the manifest has none */
  readonly target: (name: SendTarget) => Queue;
};
