import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { tableSchema } from '../../functions/table/schema.ts';
import { findDynoxide, startDynoxide } from '../../infra/local/dynamodb/dynoxide-process.ts';
import { startTable, type LocalTable } from '../../infra/local/dynamodb/start-table.ts';
import { deleteExpired } from '../../infra/local/dynamodb/time-to-live.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { openTableFile, RECORDS_AFTER } from '../../infra/local/dynamodb/table-file.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const tableName = 'gatherlens-test';
/** How long to wait for something that another process does. */
const patience = { timeout: 20_000, interval: 10 };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'gatherlens-table-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(dataDir: string, more: Partial<Parameters<typeof startTable>[0]> = {}) {
  const lines: string[] = [];
  const table = await startTable({
    dataDir,
    tableName,
    log: (line) => lines.push(line),
    now: () => NOW,
    ...more,
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= table.close());
  cleanups.push(close);
  return { ...table, running: () => table, close, lines, client: clientOf(table) };
}

function clientOf({ endpoint }: Pick<LocalTable, 'endpoint'>): DynamoDBClient {
  const client = localTableClient(endpoint);
  cleanups.push(() => client.destroy());
  return client;
}

const put = async (client: DynamoDBClient, sk: string, more = {}) =>
  await client.send(
    new PutItemCommand({ TableName: tableName, Item: { pk: { S: 'p' }, sk: { S: sk }, ...more } }),
  );

const sortKeys = async (client: DynamoDBClient) =>
  ((await client.send(new ScanCommand({ TableName: tableName }))).Items ?? [])
    .map((item) => item['sk']?.S)
    .toSorted(byText);

const byText = (a = '', b = '') => a.localeCompare(b);

/** Whether the process still runs; a zombie does not. */
function runs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

describe('the table', () => {
  test('is made from the schema: keys, five indexes, stream, time to live', async () => {
    const { client } = await start(folder());
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    expect(Table?.KeySchema).toEqual([
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ]);
    expect(
      Table?.GlobalSecondaryIndexes?.map((i) => [i.IndexName, i.Projection?.ProjectionType]).sort(),
    ).toEqual(['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'].map((name) => [name, 'ALL']));
    expect(Table?.AttributeDefinitions).toContainEqual({ AttributeName: 'gsi2sk', AttributeType: 'N' });
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
    expect(ttl.TimeToLiveDescription).toEqual({
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'expiresAtSeconds',
    });
  });

  test('keeps its items over a restart, and its process ends with close()', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await put(first.client, 'kept');
    await first.close();
    expect(runs(first.pid ?? 0)).toBe(false);
    expect(existsSync(join(dataDir, 'table/dynoxide.pid'))).toBe(false);
    const second = await start(dataDir);
    expect(await sortKeys(second.client)).toEqual(['kept']);
  });

  test('gains the indexes, stream and time to live that an older table lacks, with its items in them', async () => {
    const dataDir = folder();
    const original = await start(dataDir);
    const other = 'older-table';
    await original.client.send(
      new CreateTableCommand({
        TableName: other,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'gsi1',
            KeySchema: [
              { AttributeName: 'gsi1pk', KeyType: 'HASH' },
              { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
    );
    const item = { pk: { S: 'p' }, sk: { S: 's' }, gsi2pk: { S: 'rank' }, gsi2sk: { N: '7' } };
    await original.client.send(new PutItemCommand({ TableName: other, Item: item }));
    await original.close();

    const { client } = await start(dataDir, { tableName: other });
    const { Table } = await client.send(new DescribeTableCommand({ TableName: other }));
    expect(Table?.GlobalSecondaryIndexes?.map((i) => i.IndexName).sort()).toEqual(
      tableSchema.indexes.map((index) => index.name),
    );
    expect(Table?.StreamSpecification?.StreamEnabled).toBe(true);
    const found = await client.send(
      new QueryCommand({
        TableName: other,
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :p',
        ExpressionAttributeValues: { ':p': { S: 'rank' } },
      }),
    );
    expect(found.Items).toEqual([item]);
  });

  test('refuses an existing table with other keys, and ends its process', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await first.client.send(
      new CreateTableCommand({
        TableName: 'foreign',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    );
    await first.close();
    await expect(start(dataDir, { tableName: 'foreign' })).rejects.toThrow(
      'The existing table foreign has other keys (id): use another data folder.',
    );
    expect(existsSync(join(dataDir, 'table/dynoxide.pid'))).toBe(false);
    await start(dataDir);
  });

  test('uses another endpoint if one is given, without a process', async () => {
    const owner = await start(folder());
    const guest = await start(folder(), { endpoint: owner.endpoint, tableName: 'at-another-endpoint' });
    expect(guest.pid).toBeUndefined();
    const { Table } = await owner.client.send(new DescribeTableCommand({ TableName: 'at-another-endpoint' }));
    expect(Table?.TableStatus).toBe('ACTIVE');
    await guest.close();
    expect(runs(owner.pid ?? 0)).toBe(true);
  });

  test('uses an index for its stream, and drops all records older than a day but the last', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    for (const sk of ['1', '2', '3']) await put(first.client, sk);
    await first.close();
    expect(planOfNextSequence(dataDir)).toContain('COVERING INDEX gatherlens_stream_order');
    const later = await start(dataDir, { now: () => Date.now() + 25 * 60 * 60 * 1000 });
    await put(later.client, '4');
    await later.close();
    const database = new DatabaseSync(join(dataDir, 'table/table.db'), { readOnly: true });
    const records = database.prepare('SELECT sequence_number FROM _stream_records ORDER BY id').all();
    database.close();
    expect(records.map((record) => record['sequence_number'])).toEqual(['3', '4']);
  });

  test('what has changed since the last write is found without reading the whole stream', async () => {
    const dataDir = folder();
    const { close } = await start(dataDir);
    await close();
    const database = new DatabaseSync(join(dataDir, 'table/table.db'), { readOnly: true });
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${RECORDS_AFTER}`).all(0);
    database.close();
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('INTEGER PRIMARY KEY (rowid>?)'),
    ]);
  });

  test('each change is looked at once, also those of other tables', async () => {
    const dataDir = folder();
    const { client, close } = await start(dataDir);
    const file = join(dataDir, 'table/table.db');
    const watched = openTableFile({ file, tableName });
    await put(client, '1');
    await close();
    const database = new DatabaseSync(file);
    const giveRecordsTo = database.prepare('UPDATE _stream_records SET table_name = ?');
    for (const owner of ['another', tableName]) {
      giveRecordsTo.run(owner);
      expect(watched.changes()).toEqual([]);
    }
    database.close();
    watched.close();
  });
});

describe('the process', () => {
  test('dies with a parent that is killed without a chance to clean up', async () => {
    const { child, pid } = await startInAnotherProcess(folder());
    child.kill('SIGKILL');
    await expect.poll(() => runs(pid), patience).toBe(false);
  });

  test('of a crashed run is stopped at the next start, before the file is opened again', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await put(first.client, 'kept');
    await first.close();
    const stale = await leaveBehind(dataDir);
    const second = await start(dataDir);
    expect(runs(stale)).toBe(false);
    expect(second.lines).toContain(
      `Stopping the local DynamoDB (process ${stale}) that an earlier run left behind.`,
    );
    expect(await sortKeys(second.client)).toEqual(['kept']);
  });

  test('is left alone if the noted id now belongs to another program', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await first.close();
    const innocent = spawn('sleep', ['600'], { stdio: 'ignore' });
    cleanups.push(() => innocent.kill());
    writeFileSync(join(dataDir, 'table/dynoxide.pid'), `${innocent.pid}\n`);
    await start(dataDir);
    expect(runs(innocent.pid ?? 0)).toBe(true);
  });

  test('of another folder is left alone', async () => {
    const other = await start(folder());
    const dataDir = folder();
    await (await start(dataDir)).close();
    writeFileSync(join(dataDir, 'table/dynoxide.pid'), `${other.pid}\n`);
    await start(dataDir);
    expect(runs(other.pid ?? 0)).toBe(true);
  });

  test('never shares a folder with a running copy', async () => {
    const dataDir = folder();
    const { pid } = await startInAnotherProcess(dataDir);
    await expect(start(dataDir)).rejects.toThrow('is in use by another running copy: stop that one first.');
    expect(runs(pid)).toBe(true);
  });

  test('that ends while it is needed is reported and started again, with its items, as often as it ends', async () => {
    const table = await start(folder());
    await put(table.client, 'kept');
    for (const ends of [1, 2]) {
      const { pid } = table.running();
      process.kill(pid ?? 0, 'SIGKILL');
      const lines = ['The local DynamoDB ended unasked (SIGKILL).', 'The local DynamoDB was started again.'];
      await expect.poll(() => table.lines, patience).toEqual(ends === 1 ? lines : [...lines, ...lines]);
      expect(table.running().pid).not.toBe(pid);
      expect(await sortKeys(table.client)).toEqual(['kept']);
    }
    const { pid } = table.running();
    await table.close();
    expect(table.lines).toHaveLength(4);
    expect(runs(pid ?? 0)).toBe(false);
  });

  test('never takes another program that has its port for itself', async () => {
    const other = createServer((_request, response) => response.end('{}'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanups.push(() => other.close());
    const { port } = other.address() as AddressInfo;
    const launch = {
      binary: findDynoxide() ?? '',
      databaseFile: join(folder(), 'table.db'),
      log: () => undefined,
      spawned: () => undefined,
      port,
    };
    await expect(startDynoxide(launch)).rejects.toThrow(`port ${port} is already in use`);
  });

  test('that cannot start says so with its own reason', async () => {
    const dataDir = folder();
    const notADatabase = join(dataDir, 'x.db');
    writeFileSync(notADatabase, 'this is text and no database at all'.repeat(100));
    await expect(
      startDynoxide({
        binary: findDynoxide() ?? '',
        databaseFile: notADatabase,
        log: () => undefined,
        spawned: () => undefined,
      }),
    ).rejects.toThrow(/^The local DynamoDB \(dynoxide\) did not start: .*not a valid SQLite database/);
  });
});

describe('expired items', () => {
  const seconds = NOW / 1000;

  test('are deleted, and nothing else is', async () => {
    const { client } = await start(folder());
    await put(client, 'past', { expiresAtSeconds: { N: String(seconds - 1) } });
    await put(client, 'now', { expiresAtSeconds: { N: String(seconds) } });
    await put(client, 'future', { expiresAtSeconds: { N: String(seconds + 60) } });
    await put(client, 'text', { expiresAtSeconds: { S: '1' } });
    await put(client, 'ancient', { expiresAtSeconds: { N: '1' } });
    await put(client, 'none');
    expect(await deleteExpired({ client, tableName, now: () => NOW })).toBe(1);
    expect(await sortKeys(client)).toEqual(['ancient', 'future', 'none', 'now', 'text']);
  });

  test('are deleted a minute after the start, and every minute from then on', async () => {
    const waits: { milliseconds: number; run: () => void }[] = [];
    const timers = {
      after: (milliseconds: number, run: () => void) => {
        waits.push({ milliseconds, run });
        return () => undefined;
      },
      every: () => () => undefined,
    };
    const { client } = await start(folder(), { timers });
    for (const round of ['first', 'second']) {
      await put(client, round, { expiresAtSeconds: { N: String(seconds - 1) } });
      await expect.poll(() => waits.length, patience).toBe(1);
      const next = waits.shift();
      expect(next?.milliseconds).toBe(60_000);
      next?.run();
      await expect.poll(() => waits.length, patience).toBe(1);
      expect(await sortKeys(client)).toEqual([]);
    }
  });

  test('on many pages are all deleted, with a rest after each page, unless it is told to stop', async () => {
    const { client } = await start(folder());
    // A page has 200. Of each 25 the last one has expired, and the row with which the second sweep's first page ends: it goes on
    // from a row that is gone.
    const expiredAt = { expiresAtSeconds: { N: String(seconds - 1) } };
    for (let n = 0; n < 225; n += 25) {
      const requests = Array.from({ length: 25 }, (_, i) => {
        const sk = { S: String(n + i).padStart(3, '0') };
        return {
          PutRequest: { Item: { pk: { S: 'p' }, sk, ...((i === 24 || n + i === 207) && expiredAt) } },
        };
      });
      await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
    }
    const rests: number[] = [];
    const stopAfterOnePage = async (milliseconds: number) => rests.push(milliseconds) > 0;
    expect(await deleteExpired({ client, tableName, now: () => NOW, rest: stopAfterOnePage })).toBe(8);
    const rest = async (milliseconds: number) => rests.push(milliseconds) < 0;
    expect(await deleteExpired({ client, tableName, now: () => NOW, rest })).toBe(2);
    expect(rests).toHaveLength(2);
    expect(rests.every((milliseconds) => milliseconds > 0)).toBe(true);
    expect(await sortKeys(client)).toHaveLength(215);
  });

  test('that were renewed after they were read stay', async () => {
    const { client, endpoint } = await start(folder());
    await put(client, 'renewed', { expiresAtSeconds: { N: String(seconds - 1) } });
    const sweeping = clientOf({ endpoint });
    sweeping.middlewareStack.add(
      (next, context) => async (args) => {
        if (context['commandName'] === 'DeleteItemCommand')
          await put(client, 'renewed', { expiresAtSeconds: { N: String(seconds + 60) } });
        return await next(args);
      },
      { step: 'initialize' },
    );
    expect(await deleteExpired({ client: sweeping, tableName, now: () => NOW })).toBe(0);
    expect(await sortKeys(client)).toEqual(['renewed']);
  });
});

/** How SQLite runs the statement that dynoxide runs at each write. */
function planOfNextSequence(dataDir: string): string {
  const database = new DatabaseSync(join(dataDir, 'table/table.db'), { readOnly: true });
  const plan = database
    .prepare(
      'EXPLAIN QUERY PLAN SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1',
    )
    .all();
  database.close();
  return JSON.stringify(plan);
}

/** A table whose parent is another Node process. */
async function startInAnotherProcess(dataDir: string): Promise<{ child: ChildProcess; pid: number }> {
  const module = new URL('../../infra/local/dynamodb/start-table.ts', import.meta.url).href;
  const script = `
    import { startTable } from '${module}';
    const table = await startTable({ dataDir: process.argv[1], tableName: '${tableName}', log() {}, now: Date.now });
    console.log(table.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, pid: Number(line.toString()) };
}

/** A dynoxide on the folder's file that nobody watches, as if everything else had crashed. */
async function leaveBehind(dataDir: string): Promise<number> {
  const databaseFile = join(dataDir, 'table/table.db');
  const child = spawn(findDynoxide() ?? '', ['serve', '--port', '0', '--db-path', databaseFile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  await once(child.stderr, 'data');
  writeFileSync(join(dataDir, 'table/dynoxide.pid'), `${child.pid}\n`);
  return child.pid ?? 0;
}
