import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type { SQSEvent } from 'aws-lambda';
import { Readable } from 'node:stream';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';

type Row = Record<string, unknown>;
type State = {
  row: Row | undefined;
  files: Map<string, Uint8Array>;
  sent: Sent[];
  /** What somebody does between the worker's reading the row and its writing it. */
  meanwhile: (() => void) | undefined;
};

/** One item's row, the bucket's files by key, and what was sent: enough of AWS for the media workers, in memory. */
export function mediaWorld() {
  const [dynamo, store, queue] = [
    mockClient(DynamoDBDocumentClient),
    mockClient(S3Client),
    mockClient(SQSClient),
  ];
  mockClient(CloudFrontClient);
  const state: State = { row: undefined, files: new Map(), sent: [], meanwhile: undefined };

  dynamo.on(GetCommand).callsFake(() => ({ Item: state.row && { ...state.row } }));
  dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues }: { ExpressionAttributeValues: Row }) => ({
    Items: state.row && state.row['gsi5pk'] === ExpressionAttributeValues[':pk'] ? [{ ...state.row }] : [],
  }));
  dynamo.on(UpdateCommand).callsFake((input: Update) => {
    const { row } = state;
    if (!row || row['statusVersion'] !== input.ExpressionAttributeValues[':seen'])
      throw new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
    for (const [, name, value] of input.UpdateExpression.matchAll(/#?(\w+) = (:\w+)/g))
      row[name ?? ''] = input.ExpressionAttributeValues[value ?? ''];
    return {};
  });
  store.on(GetObjectCommand).callsFake(({ Key }: { Key: string }) => {
    state.meanwhile?.();
    state.meanwhile = undefined;
    const bytes = state.files.get(Key);
    if (!bytes) throw new NotFound({ message: 'no', $metadata: { httpStatusCode: 404 } });
    return { Body: Readable.from([bytes]) };
  });
  store.on(HeadObjectCommand).callsFake(({ Key }: { Key: string }) => {
    if (!state.files.has(Key)) throw new NotFound({ message: 'no', $metadata: { httpStatusCode: 404 } });
    return {};
  });
  store.on(PutObjectCommand).callsFake(({ Key, Body }: { Key: string; Body: Uint8Array }) => {
    state.files.set(Key, Body);
    return {};
  });
  store.on(CopyObjectCommand).callsFake(({ Key, CopySource }: { Key: string; CopySource: string }) => {
    const bytes = state.files.get(CopySource.slice(CopySource.indexOf('/') + 1));
    if (!bytes) throw new NotFound({ message: 'no', $metadata: { httpStatusCode: 404 } });
    state.files.set(Key, bytes);
    return {};
  });
  store.on(ListObjectsV2Command).callsFake(({ Prefix }: { Prefix: string }) => ({
    Contents: [...state.files.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  store.on(DeleteObjectsCommand).callsFake(({ Delete }: { Delete: { Objects: { Key: string }[] } }) => {
    for (const { Key } of Delete.Objects) state.files.delete(Key);
    return {};
  });
  queue.on(SendMessageCommand).callsFake(({ QueueUrl, MessageBody, DelaySeconds }: SendInput) => {
    state.sent.push({ queue: QueueUrl, body: JSON.parse(MessageBody), delaySeconds: DelaySeconds ?? 0 });
    return {};
  });

  return {
    state,
    dynamo,
    store,
    /** Begins anew with one item and the files that are there. */
    begin(media: MediaRecord | undefined, files: Record<string, Uint8Array>): void {
      Object.assign(process.env, SETTINGS);
      state.row = media && mediaRow(media);
      state.files = new Map(Object.entries(files));
      state.sent = [];
      state.meanwhile = undefined;
    },
    names: (): string[] => [...state.files.keys()].toSorted(),
  };
}

type Update = { UpdateExpression: string; ExpressionAttributeValues: Row };
type SendInput = { QueueUrl: string; MessageBody: string; DelaySeconds?: number };
type Sent = { queue: string; body: any; delaySeconds: number };

const SETTINGS = {
  TABLE_NAME: 'table',
  MEDIA_BUCKET: 'bucket',
  DISTRIBUTION_ID: 'distribution',
  MEDIA_QUEUE_URL: 'media',
  MEDIA_DLQ_URL: 'media-dlq',
  VIDEOS_QUEUE_URL: 'videos',
  MOVES_QUEUE_URL: 'moves',
  AWS_REGION: 'us-east-1',
};

/** One message as Lambda hands it on. */
export function delivery(body: string, attempt = 1): SQSEvent {
  const attributes = { ApproximateReceiveCount: String(attempt) };
  return { Records: [{ messageId: 'one', body, attributes }] } as unknown as SQSEvent;
}

export const lambda = { getRemainingTimeInMillis: () => 120_000 };
