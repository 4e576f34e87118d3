import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { QueueName, SendTarget } from '../../functions/manifest/function-row.ts';
import type { WorkQueue } from './work-queue.ts';

/** The data stack's resources that functions, their triggers and their grants refer to. */
export type DataResources = {
  readonly table: Table;
  readonly mediaBucket: Bucket;
  readonly queues: ReadonlyMap<QueueName, WorkQueue>;
  /** @throws Error if the manifest has no such queue */
  readonly queue: (name: QueueName) => WorkQueue;
  /** A queue or, under its name plus `-dlq`, its dead-letter queue. @throws Error if the manifest has none */
  readonly target: (name: SendTarget) => IQueue;
};
