import {
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Readable } from 'node:stream';
import { crc32, gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { newArchive } from '../../../functions/downloads/archive.ts';
import { STRETCH_BYTES } from '../../../functions/downloads/archive-parts.ts';
import { layOutZip } from '../../../functions/downloads/zip-layout.ts';
import { handler as buildArchive } from '../../../functions/jobs/build-archive.ts';
import { archivePlanKey } from '../../../functions/storage/object-keys.ts';
import { keys } from '../../../functions/table/keys.ts';
import { eventRecord, idOf } from '../../fixtures/records.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { eventRow } from '../../fixtures/table-rows.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
});

const [table, store, queue] = [
  mockClient(DynamoDBDocumentClient),
  mockClient(S3Client),
  mockClient(SQSClient),
];

const eventId = idOf('evt', 1);
const ids = { id: 'arc', eventId };

/** Bytes of which no two stretches are alike. */
function counting(length: number): Buffer {
  const numbers = new Uint32Array(length / 4);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = at;
  return Buffer.from(numbers.buffer);
}

const files = new Map([
  ['first.bin', counting(STRETCH_BYTES - 4_000)],
  ['second.bin', counting(40_000)],
]);

/** The files, and where the ZIP is planned from: each entry's file lies under its name. */
const stored = new Map<string, Buffer>(files);
const parts = new Map<number, Buffer>();
const sent: string[] = [];
const whole = () => Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes));

const rows = new Map<string, Record<string, unknown>>();
const nameOf = ({ pk, sk }: Record<string, unknown>): string => `${String(pk)} ${String(sk)}`;

/** Sets, and adds to sets of numbers. */
function update({ Key, UpdateExpression, ExpressionAttributeNames: names = {}, ...input }: any) {
  const row = rows.get(nameOf(Key)) ?? {};
  const { ExpressionAttributeValues: values } = input;
  for (const [, name = '', value = ''] of UpdateExpression.matchAll(/(#\w+) = (:\w+)/g))
    row[names[name]] = values[value];
  for (const [, name = '', value = ''] of UpdateExpression.matchAll(/ADD (#\w+) (:\w+)/g))
    row[names[name]] = new Set([...((row[names[name]] as Set<number>) ?? []), ...values[value]]);
  return { Attributes: row };
}

table.on(GetCommand).callsFake(({ Key }) => ({ Item: rows.get(nameOf(Key)) }));
table.on(BatchGetCommand).callsFake(({ RequestItems: { table: asked } }) => ({
  Responses: { table: asked.Keys.flatMap((key: any) => rows.get(nameOf(key)) ?? []) },
}));
table.on(QueryCommand).resolves({ Items: [] });
table.on(UpdateCommand).callsFake(update);
queue.on(ChangeMessageVisibilityBatchCommand).resolves({});
queue.on(SendMessageCommand).callsFake(({ MessageBody }) => {
  sent.push(MessageBody);
  return {};
});
store.on(GetObjectCommand).callsFake(({ Key, Range }) => {
  const bytes = stored.get(Key) ?? Buffer.of();
  const [from = 0, to = bytes.length - 1] = (Range as string | undefined)?.match(/\d+/g)?.map(Number) ?? [];
  const part = bytes.subarray(from, to + 1);
  return {
    Body: Object.assign(Readable.from([part]), { transformToByteArray: async () => part }),
    ContentRange: `bytes ${from}-${to}/${bytes.length}`,
  };
});
store.on(UploadPartCommand).callsFake(({ PartNumber, Body }) => {
  parts.set(PartNumber, Body);
  return {};
});
store
  .on(ListPartsCommand)
  .callsFake(() => ({ Parts: [...parts.keys()].map((PartNumber) => ({ PartNumber })) }));
store.on(CompleteMultipartUploadCommand).resolves({});
store.on(HeadObjectCommand).callsFake(() => ({ ContentLength: whole().length }));

/** Writes the rows of a ZIP that is planned, and its plan. */
function plan(): void {
  const entries = [...files].map(([name, bytes]) => ({
    name,
    key: name,
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
    wallTime: '2026-05-02T18:34:05',
    unixSeconds: null,
  }));
  const { totalBytes } = layOutZip(entries);
  const planned = entries.map((one) => Object.values(one));
  stored.set(archivePlanKey(ids, 'plan'), gzipSync(JSON.stringify(planned)));
  const archive = newArchive(
    { ...ids, viewer: 'owner', photoSize: 'full', version: { changes: 0, removals: 0 } },
    new Date(),
  );
  const { made: _, done: __, ...fields } = archive;
  const planFields = {
    planId: 'plan',
    uploadId: 'u',
    fileCount: 2,
    totalBytes,
    leftOut: 0,
    isProvisional: false,
  };
  const row = { ...keys.archive(ids), ...fields, state: 'writing', plan: planFields };
  for (const one of [row, eventRow(eventRecord({ id: eventId }))]) rows.set(nameOf(one), one);
}

async function work(body: string): Promise<void> {
  const event = { Records: [{ messageId: '1', body, attributes: { ApproximateReceiveCount: '1' } }] };
  const context = { getRemainingTimeInMillis: () => 60_000 };
  expect(await buildArchive(event as never, context)).toEqual({ batchItemFailures: [] });
}

const stateOf = () => rows.get(nameOf(keys.archive(ids)))?.['state'];

it('a ZIP of two stretches is whole once both are written, in whichever order, and not before', async () => {
  plan();
  await work(JSON.stringify({ kind: 'plan', eventId, archiveId: ids.id }));
  const [first = '', second = '', ...more] = sent;
  expect(more).toEqual([]);
  // Again and again, as after a worker that was killed.
  await work(second);
  await work(second);
  expect([stateOf(), store.commandCalls(CompleteMultipartUploadCommand)]).toEqual(['writing', []]);
  await work(first);
  expect([stateOf(), store.commandCalls(CompleteMultipartUploadCommand).length]).toEqual(['ready', 1]);
  const read = await readZip(whole());
  expect(read.map(({ name, bytes }) => [name, files.get(name)?.equals(bytes)])).toEqual([
    ['first.bin', true],
    ['second.bin', true],
  ]);
});
