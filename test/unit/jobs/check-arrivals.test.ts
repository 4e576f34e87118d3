import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createdMessage } from '../../../functions/domain/job-messages.ts';
import { handler as checkArrivals } from '../../../functions/jobs/check-arrivals.ts';
import { handler as removeUnsaved } from '../../../functions/jobs/remove-unsaved-uploads.ts';
import { incomingKey } from '../../../functions/storage/object-keys.ts';
import { keys } from '../../../functions/table/keys.ts';
import { idOf } from '../../fixtures/records.ts';

vi.hoisted(() => {
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'SILENT', ARRIVALS_QUEUE_URL: 'arrivals' });
});

const [store, queue, table] = [
  mockClient(S3Client),
  mockClient(SQSClient),
  mockClient(DynamoDBDocumentClient),
];
const [one, two] = [idOf('upl', 1), idOf('upl', 2)] as const;

const version = (id: string, number: number, LastModified = new Date()) => ({
  Key: incomingKey(id),
  VersionId: String(number),
  IsLatest: number === 0,
  Size: 3,
  LastModified,
});
const versions = (id: string, count: number) => Array.from({ length: count }, (_, at) => version(id, at));

beforeEach(() => {
  for (const mock of [store, queue, table]) mock.reset();
  Object.assign(process.env, { TABLE_NAME: 'table', MEDIA_BUCKET: 'media' });
  queue.on(SendMessageCommand).resolves({});
  queue.on(ChangeMessageVisibilityBatchCommand).resolves({});
  store.on(DeleteObjectsCommand).resolves({});
  table.on(UpdateCommand).resolves({});
  const row = { person: 'guest:one', eventId: null, contentType: null, fileSizeBytes: null, issuedAt: '' };
  for (const id of [one, two])
    table.on(GetCommand, { Key: keys.upload(id) }).resolves({ Item: { ...row, id, savedAs: null } });
});

const record = (body: string, at: number) => ({
  messageId: String(at),
  receiptHandle: `receipt ${at}`,
  body,
  attributes: { ApproximateReceiveCount: '1' },
});
const context = { getRemainingTimeInMillis: () => 60_000 };
const checkWithin: (event: SQSEvent, within: object) => Promise<SQSBatchResponse> = checkArrivals;
const check = (...bodies: string[]) =>
  checkWithin({ Records: bodies.map(record) } as unknown as SQSEvent, context);
const sweepWithin: (event: object, within: object) => Promise<object> = removeUnsaved;
const about = (id: string) => createdMessage(incomingKey(id));

const looks = () => store.commandCalls(ListObjectVersionsCommand).map(({ args }) => args[0].input);
const removed = () =>
  store.commandCalls(DeleteObjectsCommand).flatMap(({ args }) => args[0].input.Delete?.Objects ?? []);
const failures = async (...bodies: string[]) =>
  (await check(...bodies)).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);

describe('check-arrivals', () => {
  it('looks once at an upload of a batch, however often it was sent', async () => {
    for (const id of [one, two])
      store
        .on(ListObjectVersionsCommand, { Prefix: incomingKey(id) })
        .resolves({ Versions: versions(id, 3) });
    const sent = Array.from({ length: 60 }, (_, at) => about(at % 3 === 0 ? two : one));
    expect(await failures(...sent)).toEqual([]);
    expect(looks().map(({ Prefix }) => Prefix)).toEqual([incomingKey(two), incomingKey(one)]);
    expect(removed()).toHaveLength(4);
    expect(queue.commandCalls(SendMessageCommand)).toEqual([]);
  });

  it('removes a thousand versions at most, and leaves the rest to another message', async () => {
    store.on(ListObjectVersionsCommand).resolves({ Versions: versions(one, 1000), IsTruncated: true });
    await check(about(one));
    expect([looks().length, removed().length]).toEqual([1, 999]);
    expect(queue.commandCalls(SendMessageCommand).map(({ args }) => args[0].input)).toMatchObject([
      { QueueUrl: 'arrivals', MessageBody: about(one) },
    ]);
  });

  it('is handed again what failed, and nothing else', async () => {
    store.on(ListObjectVersionsCommand, { Prefix: incomingKey(one) }).rejects(new Error('busy'));
    store
      .on(ListObjectVersionsCommand, { Prefix: incomingKey(two) })
      .resolves({ Versions: versions(two, 2) });
    const all = Array.from({ length: 24 }, () => about(one));
    const failed = await failures('no JSON', about(two), ...all);
    expect(failed).toHaveLength(25);
    expect(failed).not.toContain('1');
    const told = queue
      .commandCalls(ChangeMessageVisibilityBatchCommand)
      .map(({ args }) => args[0].input.Entries?.length);
    // SQS takes ten at a time.
    expect(told).toEqual([10, 10, 5]);
  });
});

describe('remove-unsaved-uploads', () => {
  const old = new Date(Date.now() - 86_400_000);
  const sweep = keys.sweep('unsaved-uploads');
  const kept = () =>
    table
      .commandCalls(UpdateCommand, { Key: sweep })
      .map(({ args }) => args[0].input.ExpressionAttributeValues?.[':position']);

  it('goes on from where the last run stopped, and from the beginning after the end', async () => {
    table.on(GetCommand, { Key: sweep }).resolves({ Item: { ...sweep, position: one } });
    store.on(ListObjectVersionsCommand).resolves({ Versions: [] });
    await sweepWithin({}, context);
    expect(looks()).toMatchObject([{ KeyMarker: incomingKey(one) }]);
    expect(kept()).toEqual([undefined]);
  });

  it('keeps where it stopped when its time is over', async () => {
    table.on(GetCommand, { Key: sweep }).resolves({});
    const pages = { Prefix: incomingKey('') };
    store
      .on(ListObjectVersionsCommand, pages)
      .resolvesOnce({ Versions: [version(one, 0, new Date())], IsTruncated: true, NextKeyMarker: 'next' })
      .resolvesOnce({ Versions: [version(two, 0, old)], IsTruncated: true, NextKeyMarker: 'more' })
      .rejects(new Error('asked for more'));
    const clock = vi.spyOn(performance, 'now');
    store.on(ListObjectVersionsCommand, { Prefix: incomingKey(two) }).callsFake(() => {
      clock.mockReturnValue(1e9);
      return { Versions: [] };
    });
    await sweepWithin({}, context);
    expect(kept()).toEqual([one]);
    clock.mockRestore();
  });
});
