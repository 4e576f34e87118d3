import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { TableFault } from '../../infra/local/dynamodb/faults.ts';
import { startTable } from '../../infra/local/dynamodb/start-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { noticeTrouble, slowDowns, tableTrouble, troubleOf } from '../fixtures/random-trouble.ts';
import { BUCKET, startTestServer } from './s3-fixture.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** What fifty requests are answered: nothing, or the error. */
const busy = async (seed: number) => {
  const { s3, stop } = await startTestServer({ faults: slowDowns({ rate: 0.2, seed }) });
  cleanups.push(stop);
  const answers: (string | undefined)[] = [];
  for (let at = 0; at < 50; at += 1)
    answers.push(
      await s3.send(new ListObjectsV2Command({ Bucket: BUCKET })).then(
        () => undefined,
        (error: Error) => `${error.name}: ${error.message}`,
      ),
    );
  return answers;
};

test('S3 is too busy for some requests, and the same again with the same seed', async () => {
  const first = await busy(1);
  const failed = first.filter((answer) => answer !== undefined);
  expect(new Set(failed)).toEqual(new Set(['SlowDown: Please reduce your request rate.']));
  expect(failed.length).toBeGreaterThan(2);
  expect(failed.length).toBeLessThan(25);
  expect(await busy(1)).toEqual(first);
  expect(await busy(2)).not.toEqual(first);
});

async function troubledTable(faults: TableFault[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatherlens-trouble-'));
  const table = await startTable({
    dataDir,
    tableName: 'gatherlens-test',
    log: () => undefined,
    now: () => 0,
    settings: { holdMs: 0, writeHoldMs: 0, indexDelayMs: 0 },
    faults: () => faults.shift(),
  });
  const client = localTableClient(table.endpoint, { maxAttempts: 1 });
  cleanups.push(
    () => rmSync(dataDir, { recursive: true }),
    () => table.close(),
    () => client.destroy(),
  );
  return client;
}

const item = { pk: { S: 'p' }, sk: { S: 's' } };
const put = new PutItemCommand({ TableName: 'gatherlens-test', Item: item });
const get = new GetItemCommand({ TableName: 'gatherlens-test', Key: item });

test.each([
  ['throttled', { name: 'ThrottlingException' }, undefined],
  ['failed', { name: 'InternalServerError', $metadata: { httpStatusCode: 500 } }, undefined],
  ['unavailable', { $metadata: { httpStatusCode: 503 } }, undefined],
  ['lost', { code: 'ECONNRESET' }, item],
] as const)('a request to the table is %s', async (fault, error, found) => {
  const client = await troubledTable([fault]);
  await expect(client.send(put)).rejects.toMatchObject(error);
  expect((await client.send(get)).Item).toEqual(found);
});

test('the table draws every kind of trouble, as often as asked', () => {
  const fault = tableTrouble({ rate: 0.1, seed: 3 });
  const drawn = Array.from({ length: 5000 }, () => fault({ operation: 'PutItem' }));
  const share = drawn.filter((one) => one !== undefined).length / drawn.length;
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.12);
  expect(new Set(drawn)).toEqual(new Set(['throttled', 'failed', 'unavailable', 'lost', undefined]));
});

test('S3 notifies of some objects twice, and of others late', () => {
  const trouble = noticeTrouble({ rate: 0.1, seed: 3 });
  const drawn = Array.from({ length: 1000 }, trouble);
  expect(drawn.filter((one) => one !== undefined).length / drawn.length).toBeCloseTo(0.1, 1);
  expect(new Set(drawn)).toEqual(new Set(['twice', 'late', undefined]));
});

test('an environment without rates asks for none', () => {
  expect(troubleOf({})).toEqual({});
  expect(Object.keys(troubleOf({ S3_SLOWDOWN_RATE: '0.1' }))).toEqual(['faults']);
  expect(Object.keys(troubleOf({ S3_NOTICE_TROUBLE_RATE: '0.1' }))).toEqual(['noticeTrouble']);
  expect(Object.keys(troubleOf({ TABLE_TROUBLE_RATE: '0.1' }))).toEqual(['tableFaults']);
});
