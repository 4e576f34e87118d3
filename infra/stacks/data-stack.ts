import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnQueuePolicy, type IQueue, type Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { FunctionRow, QueueName, QueueRow, SendTarget } from '../../functions/manifest/function-row.ts';
import { type KeyAttribute, tableSchema } from '../../functions/table/schema.ts';
import {
  addMediaBucket,
  allowCloudFrontRead,
  allowCloudFrontList,
  privateBucketProps,
} from '../constructs/media-bucket.ts';
import type { DataResources } from '../constructs/data-resources.ts';
import { addWorkQueue, type WorkQueue } from '../constructs/work-queue.ts';
import { notices } from '../stages/media-bucket-rules.ts';
import type { Stage } from '../stages/stages.ts';

export type DataStackProps = StackProps & {
  readonly stage: Stage;
  readonly queues: readonly QueueRow[];
  readonly functions: readonly FunctionRow[];
};

/** Everything that must not be lost, and the queues: S3's notification needs its queue in the same stack. */
export class DataStack extends Stack implements DataResources {
  readonly table: Table;
  readonly mediaBucket: Bucket;
  readonly webBucket: Bucket;
  readonly queues: ReadonlyMap<QueueName, WorkQueue>;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { stage, queues, functions } = props;
    this.table = addTable(this, stage);
    this.mediaBucket = addMediaBucket(this, stage);
    allowCloudFrontRead(this.mediaBucket, ['media/open/', 'media/held/']);
    this.webBucket = new Bucket(this, 'WebBucket', privateBucketProps(stage));
    allowCloudFrontRead(this.webBucket, ['']);
    allowCloudFrontList(this.webBucket);
    this.queues = new Map(
      queues.map((row) => [row.name, addWorkQueue(this, row, { stageName: stage.name, functions })]),
    );
    if (!stage.isRestoreTarget) this.#notifyOfObjects();
    // Workers of the last release still read it while they are being replaced.
    this.exportValue(this.target('media-dlq').queueArn);
  }

  /** @throws Error if the manifest has no such queue */
  queue(name: QueueName): WorkQueue {
    const queue = this.queues.get(name);
    if (!queue) throw new Error(`The manifest has no queue "${name}".`);
    return queue;
  }

  /** A queue or, under its name plus `-dlq`, its dead-letter queue. @throws Error if the manifest has none */
  target(name: SendTarget): IQueue {
    for (const [queueName, { queue, deadLetters }] of this.queues) {
      if (name === queueName) return queue;
      if (name === `${queueName}-dlq`) return deadLetters;
    }
    throw new Error(`The manifest has no queue "${name}".`);
  }

  /** S3 checks during deployment that it may send to the queues, so their policies come first. */
  #notifyOfObjects(): void {
    const bucket = this.mediaBucket.node.defaultChild as CfnBucket;
    bucket.notificationConfiguration = {
      queueConfigurations: notices.map(({ prefix, queue: name }: { prefix: string; queue: QueueName }) => {
        const { own: queue } = this.queue(name);
        this.#letS3SendTo(queue);
        for (const policy of queue.node.findAll().filter((child) => child instanceof CfnQueuePolicy)) {
          bucket.addResourceDependency(policy);
        }
        return {
          event: 's3:ObjectCreated:*',
          queue: queue.queueArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: prefix }] } },
        };
      }),
    };
    // S3 notified the queue of pictures itself in the last release, until these stacks have replaced it.
    this.#letS3SendTo(this.queue('media').own);
  }

  #letS3SendTo(queue: Queue): void {
    queue.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ObjectsAreAnnounced',
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        // With the bucket's ARN the policy would depend on the bucket, which waits for it.
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
  }
}

function addTable(scope: Construct, stage: Stage): Table {
  const table = new Table(scope, 'Table', {
    partitionKey: attribute(tableSchema.partitionKey),
    sortKey: attribute(tableSchema.sortKey),
    billingMode: BillingMode.PAY_PER_REQUEST,
    // Of indexes a new one's own is enough: infra/cost/promised-load.ts.
    ...(stage.warmWriteUnits !== undefined && {
      warmThroughput: { writeUnitsPerSecond: stage.warmWriteUnits },
    }),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: tableSchema.timeToLiveAttribute,
    // A stream that is added after a restore begins with later changes only.
    ...(!stage.isRestoreTarget && { stream: StreamViewType[tableSchema.streamViewType] }),
    deletionProtection: stage.keepsData,
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  for (const index of tableSchema.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: index.name,
      partitionKey: attribute(index.partitionKey),
      sortKey: attribute(index.sortKey),
    });
  }
  return table;
}

function attribute({ name, type }: KeyAttribute) {
  return { name, type: type === 'S' ? AttributeType.STRING : AttributeType.NUMBER };
}
