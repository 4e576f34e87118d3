import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MeterReport } from '../../infra/local/dynamodb/capacity-meter.ts';
import { startTable, type LocalTable } from '../../infra/local/dynamodb/start-table.ts';
import { METER_PATH } from '../../infra/local/dynamodb/start-table-proxy.ts';
import { CALLER_HEADER } from '../../infra/local/dynamodb/table-request.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';

type Row = Record<string, AttributeValue>;

const TableName = 'gatherlens-test';
const DELAY_MS = 5;
const dataDir = mkdtempSync(join(tmpdir(), 'gatherlens-capacity-'));
let now = Date.parse('2026-11-20T12:00:00Z');
let table: LocalTable;
let client: ReturnType<typeof localTableClient>;

beforeAll(async () => {
  table = await startTable({
    dataDir,
    tableName: TableName,
    log: () => undefined,
    now: () => now,
    settings: { holdMs: 0, writeHoldMs: 0, indexDelayMs: DELAY_MS },
  });
  client = localTableClient(table.endpoint, { maxAttempts: 1 });
});

beforeEach(async () => {
  nextSecond();
  await fetch(table.endpoint + METER_PATH, { method: 'DELETE' });
});

afterAll(async () => {
  client.destroy();
  await table.close();
  rmSync(dataDir, { recursive: true });
});

const nextSecond = (): void => void (now = (Math.floor(now / 1000) + 1) * 1000);
const report = async () => (await (await fetch(table.endpoint + METER_PATH)).json()) as MeterReport;
const text = (S: string) => ({ S });
const key = (pk: string, sk = 's') => ({ pk: text(pk), sk: text(sk) });
const inIndex = (name: string, pk: string, sk: string) => ({
  [`${name}pk`]: text(pk),
  [`${name}sk`]: name === 'gsi2' ? { N: sk } : text(sk),
});
const kilobytes = (count: number) => ({ data: text('x'.repeat(count * 1024 - 100)) });
const put = (Item: Row) => client.send(new PutItemCommand({ TableName, Item }));
const get = (Key: Row, ConsistentRead = true) =>
  client.send(new GetItemCommand({ TableName, Key, ConsistentRead }));
const update = (Key: Row, set: string, values: Row) =>
  client.send(
    new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: `SET ${set}`,
      ExpressionAttributeValues: values,
    }),
  );
const queryIndex = (pk: string, more: { Limit?: number; ExclusiveStartKey?: Row } = {}) =>
  client.send(
    new QueryCommand({
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: '#p = :p',
      ExpressionAttributeNames: { '#p': 'gsi1pk' },
      ExpressionAttributeValues: { ':p': text(pk) },
      ...more,
    }),
  );

describe('the meter', () => {
  test('counts writes of the table and of each index that has the item', async () => {
    const item = { ...key('a'), ...inIndex('gsi1', 'g', '1'), ...inIndex('gsi2', 'g', '1') };
    await put({ ...item, ...kilobytes(2) });
    expect((await report()).units).toEqual({
      table: { read: 0, write: 2 },
      gsi1: { read: 0, write: 2 },
      gsi2: { read: 0, write: 2 },
    });
    // Its place in gsi2 changes: a delete and a put there.
    await update(key('a'), 'gsi2sk = gsi2sk + :one', { ':one': { N: '1' } });
    expect((await report()).units).toEqual({
      table: { read: 0, write: 4 },
      gsi1: { read: 0, write: 4 },
      gsi2: { read: 0, write: 6 },
    });
    await update(key('a'), 'gsi2sk = :same', { ':same': { N: '2' } });
    expect((await report()).units).toMatchObject({
      table: { write: 6 },
      gsi1: { write: 4 },
      gsi2: { write: 6 },
    });
    await client.send(new DeleteItemCommand({ TableName, Key: key('a') }));
    expect((await report()).units).toMatchObject({
      table: { write: 8 },
      gsi1: { write: 6 },
      gsi2: { write: 8 },
    });
  });

  test('counts what a transaction names twice, checks included, and its writes to indexes once', async () => {
    const check = { TableName, Key: key('none'), ConditionExpression: 'attribute_not_exists(pk)' };
    const Item = { ...key('b'), ...inIndex('gsi1', 'g', '1') };
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: [{ Put: { TableName, Item } }, { ConditionCheck: check }],
      }),
    );
    expect((await report()).units).toEqual({ table: { read: 0, write: 4 }, gsi1: { read: 0, write: 1 } });
  });

  test('counts a write whose condition fails', async () => {
    const failing = { TableName, Item: key('c'), ConditionExpression: 'attribute_exists(pk)' };
    await expect(client.send(new PutItemCommand(failing))).rejects.toThrow('conditional');
    expect((await report()).units).toEqual({ table: { read: 0, write: 1 } });
  });

  test('counts reads by what is read, and half if they need not be consistent', async () => {
    await put({ ...key('d'), ...inIndex('gsi1', 'read', '1'), ...kilobytes(9) });
    await fetch(table.endpoint + METER_PATH, { method: 'DELETE' });
    await get(key('d'));
    await get(key('d'), false);
    await get(key('missing'));
    await client.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key('d'), key('missing')] } } }),
    );
    expect((await report()).units).toEqual({ table: { read: 3 + 1.5 + 1 + 2, write: 0 } });
    now += DELAY_MS;
    const page = await queryIndex('read');
    expect(page).toMatchObject({ Count: 1, Items: [key('d')] });
    expect(page.ConsumedCapacity).toBeUndefined();
    expect((await report()).units).toMatchObject({ gsi1: { read: 1.5, write: 0 } });
  });

  test('names the hottest keys with their busiest second, and no network address', async () => {
    await put({ ...key('EVENT#e'), ...kilobytes(30) });
    await put({ ...key('EVENT#e'), ...kilobytes(30) });
    nextSecond();
    await put({ ...key('EVENT#e'), ...kilobytes(30) });
    await put(key('LIMIT#cast-vote#203.0.113.7'));
    const { hottest } = await report();
    expect(hottest).toEqual([
      expect.objectContaining({ of: 'table', pk: 'EVENT#e', kind: 'write', units: 90, peakUnits: 60 }),
      expect.objectContaining({ of: 'table', pk: 'LIMIT#cast-vote#…', kind: 'write', units: 1 }),
    ]);
    expect(Date.parse(hottest[0]?.peakAt ?? '')).toBe(now - 1000);
  });

  test('names the items that most transactions held', async () => {
    await putTogether(key('EVENT#e', 'TALLY#1'), key('one'));
    await putTogether(key('EVENT#e', 'TALLY#1'), key('two'));
    await put(key('one'));
    expect(await report()).toMatchObject({
      transactions: 2,
      mostHeld: [
        { pk: 'EVENT#e', sk: 'TALLY#1', transactions: 2 },
        { pk: 'one', sk: 's', transactions: 1 },
        { pk: 'two', sk: 's', transactions: 1 },
      ],
    });
  });
});

/** A client that names itself in every request. */
const asCaller = (name: string) => {
  const named = localTableClient(table.endpoint, { maxAttempts: 1 });
  named.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { headers: Record<string, string> }).headers, {
        [CALLER_HEADER]: name,
      });
      return next(args);
    },
    { step: 'build' },
  );
  return named;
};

/** One transaction that puts all of them. */
const putTogether = (...rows: Row[]) =>
  client.send(
    new TransactWriteItemsCommand({ TransactItems: rows.map((Item) => ({ Put: { TableName, Item } })) }),
  );
const putInIndex = (from: typeof client, id: string) =>
  from.send(new PutItemCommand({ TableName, Item: { ...key(id), ...inIndex('gsi1', 'g', id) } }));

describe('the meter by caller', () => {
  let [saver, lister] = [client, client];
  beforeAll(() => {
    [saver, lister] = [asCaller('save'), asCaller('list')];
  });
  afterAll(() => [saver, lister].forEach((one) => one.destroy()));

  test('adds up transactions and units of table and indexes, and leaves out who has no name', async () => {
    const Item = { ...key('m'), ...inIndex('gsi1', 'g', '1') };
    await saver.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] }));
    await put({ ...key('m'), ...inIndex('gsi1', 'g', '2') });
    now += DELAY_MS;
    await lister.send(new GetItemCommand({ TableName, Key: key('m'), ConsistentRead: true }));
    expect((await report()).callers).toEqual({
      save: {
        transactions: 1,
        conflicts: 0,
        throttled: 0,
        units: { table: { read: 0, write: 2 }, gsi1: { read: 0, write: 1 } },
      },
      list: { transactions: 0, conflicts: 0, throttled: 0, units: { table: { read: 1, write: 0 } } },
    });
  });

  test('tells writers that write at the same time apart, in indexes too', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `w${at}`);
    await Promise.all(ids.flatMap((id) => [putInIndex(saver, `s${id}`), putInIndex(client, `o${id}`)]));
    const { units, callers } = await report();
    expect(units).toMatchObject({ gsi1: { write: 40 } });
    expect(callers['save']?.units).toEqual({
      table: { read: 0, write: 20 },
      gsi1: { read: 0, write: 20 },
    });
  });

  test('counts what was throttled', async () => {
    await useUp(() => key('hot'));
    await expect(saver.send(new PutItemCommand({ TableName, Item: key('hot', 'x') }))).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
    expect((await report()).callers['save']).toMatchObject({ throttled: 1 });
  });
});

/** Ten writes of 100 KiB use up a partition's second. */
async function useUp(row: (position: number) => Row): Promise<void> {
  for (let position = 0; position < 10; position += 1) await put({ ...kilobytes(100), ...row(position) });
}

const throttled = (reason: string) => ({
  name: 'ThrottlingException',
  throttlingReasons: [expect.objectContaining({ reason })],
});

describe('a partition whose second is used up', () => {
  test('takes no more writes until the next one, while others do', async () => {
    await useUp(() => key('hot'));
    await expect(put(key('hot', 'other'))).rejects.toMatchObject(
      throttled('TableWriteKeyRangeThroughputExceeded'),
    );
    await expect(get(key('hot'))).resolves.toBeDefined();
    await expect(put(key('cool'))).resolves.toBeDefined();
    const TransactItems = [key('cool'), key('hot')].map((Item) => ({ Put: { TableName, Item } }));
    await expect(client.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    });
    expect((await report()).throttled).toBe(2);
    nextSecond();
    await expect(put(key('hot', 'other'))).resolves.toBeDefined();
  });

  test('leaves its part of a batch unprocessed, and refuses a batch that is all its own', async () => {
    await useUp(() => key('hot'));
    const batch = (...rows: Row[]) =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: { [TableName]: rows.map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
    const { UnprocessedItems } = await batch(key('hot', 'one'), key('mild'), key('hot', 'two'));
    expect(UnprocessedItems?.[TableName]?.map(({ PutRequest }) => PutRequest?.Item)).toEqual([
      key('hot', 'one'),
      key('hot', 'two'),
    ]);
    expect((await get(key('mild'))).Item).toEqual(key('mild'));
    await expect(batch(key('hot', 'one'))).rejects.toMatchObject(
      throttled('TableWriteKeyRangeThroughputExceeded'),
    );
  });

  test('of an index keeps back the writes that would touch it: entering, leaving, changing', async () => {
    await put({ ...key('inside'), ...inIndex('gsi1', 'hot', '0') });
    await put(key('outside'));
    nextSecond();
    await useUp((position) => ({ ...key(`row-${position}`), ...inIndex('gsi1', 'hot', String(position)) }));
    const back = throttled('IndexWriteKeyRangeThroughputExceeded');
    await expect(put({ ...key('new'), ...inIndex('gsi1', 'hot', '11') })).rejects.toMatchObject(back);
    await expect(update(key('inside'), 'color = :c', { ':c': text('red') })).rejects.toMatchObject(back);
    await expect(
      update(key('outside'), 'gsi1pk = :p, gsi1sk = :s', { ':p': text('hot'), ':s': text('1') }),
    ).rejects.toMatchObject(back);
    await expect(client.send(new DeleteItemCommand({ TableName, Key: key('inside') }))).rejects.toMatchObject(
      back,
    );
    await expect(update(key('outside'), 'color = :c', { ':c': text('red') })).resolves.toBeDefined();
    await expect(put({ ...key('new'), ...inIndex('gsi1', 'cool', '1') })).resolves.toBeDefined();
    nextSecond();
    await expect(update(key('inside'), 'color = :c', { ':c': text('red') })).resolves.toBeDefined();
  });

  test('takes 3,000 units of reads', async () => {
    await put({ ...key('large'), ...kilobytes(399) });
    for (let reads = 0; reads < 30; reads += 1) await get(key('large'));
    await expect(get(key('large', 'other'))).rejects.toMatchObject(
      throttled('TableReadKeyRangeThroughputExceeded'),
    );
    await expect(put(key('large', 'other'))).resolves.toBeDefined();
    nextSecond();
    await expect(get(key('large', 'other'))).resolves.toBeDefined();
  });
});

const row = (id: string, pk: string) => ({ ...key(id), ...inIndex('gsi1', pk, id) });
const idsOf = ({ Items = [] }: { Items?: Row[] }) => Items.map((item) => item['pk']?.S);

describe('an index', () => {
  test('lacks what has just come, which the table already has', async () => {
    await put(row('l1', 'late'));
    expect(await queryIndex('late')).toMatchObject({ Count: 0, Items: [] });
    expect((await get(key('l1'))).Item).toBeDefined();
    now += DELAY_MS;
    expect(idsOf(await queryIndex('late'))).toEqual(['l1']);
    await update(key('l1'), 'gsi1pk = :p', { ':p': text('elsewhere') });
    expect(idsOf(await queryIndex('elsewhere'))).toEqual([]);
    now += DELAY_MS;
    expect(idsOf(await queryIndex('elsewhere'))).toEqual(['l1']);
  });

  test('keeps what changes within a partition', async () => {
    await put(row('k1', 'kept'));
    now += DELAY_MS;
    await update(key('k1'), 'gsi1sk = :s', { ':s': text('k9') });
    expect(idsOf(await queryIndex('kept'))).toEqual(['k1']);
  });

  test('has full pages that continue where they end, without what it lacks', async () => {
    for (const id of ['p2', 'p4', 'p6', 'p8']) await put(row(id, 'pages'));
    now += DELAY_MS;
    for (const id of ['p1', 'p3', 'p7']) await put(row(id, 'pages'));
    const first = await queryIndex('pages', { Limit: 2 });
    expect(idsOf(first)).toEqual(['p2', 'p4']);
    const second = await queryIndex('pages', { Limit: 3, ExclusiveStartKey: first.LastEvaluatedKey });
    expect(idsOf(second)).toEqual(['p6', 'p8']);
    expect(second.LastEvaluatedKey).toBeUndefined();
  });
});
