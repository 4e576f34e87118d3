import {
  DeleteItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { throttledInvocation, type InvokeResult } from '../../infra/local/lambda/invoke.ts';
import { systemTimers } from '../../infra/local/timers/timers.ts';
import { createPollBackoff } from '../../infra/local/dynamodb-streams/poll-backoff.ts';
import { startStreamMapping } from '../../infra/local/dynamodb-streams/start-stream-mapping.ts';
import { startTable } from '../../infra/local/dynamodb/start-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const patience = { timeout: 20_000, interval: 10 };
const tableName = 'gatherlens-test';
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const done: InvokeResult = { ok: true, payload: null };
const broken: InvokeResult = { ok: false, errorType: 'Error', errorMessage: 'no' };
/** Pauses take no time in a test. */
const hasty = { ...systemTimers, after: (_: number, run: () => void) => systemTimers.after(1, run) };

const sequence = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber ?? '';
const nameOf = (record: DynamoDBRecord) => record.dynamodb?.Keys?.['sk']?.S ?? '';
const names = (event: DynamoDBStreamEvent) => event.Records.map(nameOf);
const failingFrom = (event: DynamoDBStreamEvent, name: string): InvokeResult => {
  const record = event.Records.find((candidate) => nameOf(candidate) === name);
  return record ? { ok: true, payload: { batchItemFailures: [{ itemIdentifier: sequence(record) }] } } : done;
};

const key = (sk: string) => ({ pk: { S: 'p' }, sk: { S: sk } });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'gatherlens-streams-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start() {
  const dataDir = folder();
  const table = await startTable({ dataDir, tableName, log: () => undefined, now: () => NOW });
  cleanups.push(() => table.close());
  const client = localTableClient(table.endpoint);
  cleanups.push(() => client.destroy());
  const put = async (sk: string, more: Record<string, AttributeValue> = {}) =>
    await client.send(new PutItemCommand({ TableName: tableName, Item: { ...key(sk), ...more } }));
  const putAll = async (...sks: string[]) => {
    for (const sk of sks) await put(sk);
  };
  const checkpointFile = join(dataDir, 'checkpoints/stream.json');
  return { endpoint: table.endpoint, client, put, putAll, checkpointFile };
}

/** A mapping of the stream to a function in this process, and what it was called with. */
async function map(
  at: { endpoint: string; checkpointFile: string },
  invoke: (event: DynamoDBStreamEvent) => Promise<InvokeResult>,
  more: Partial<Parameters<typeof startStreamMapping>[0]> = {},
) {
  const events: DynamoDBStreamEvent[] = [];
  const lines: string[] = [];
  const givenUp: string[] = [];
  const mapping = await startStreamMapping({
    endpoint: at.endpoint,
    checkpointFile: at.checkpointFile,
    tableName,
    functionId: 'on-table-change',
    batchSize: 10,
    maxRetryAttempts: 2,
    onFailure: async (body) => void givenUp.push(body),
    invoke: async (event) => {
      events.push(event as DynamoDBStreamEvent);
      return await invoke(event as DynamoDBStreamEvent);
    },
    log: (line) => lines.push(line),
    now: () => NOW,
    timers: hasty,
    ...more,
  });
  // Waits for what is in flight, which may be writing into the test's folder.
  cleanups.push(() => mapping.close());
  return { ...mapping, events, lines, givenUp, calls: () => events.map(names) };
}

describe('an event', () => {
  test('has the shape of Lambda’s, for rows that are added, changed and removed', async () => {
    const system = await start();
    const values = {
      bytes: { B: new Uint8Array([0, 255]) },
      parts: { BS: [new Uint8Array([1])] },
      nested: { M: { list: { L: [{ B: new Uint8Array([2]) }, { NULL: true as const }] } } },
      tags: { SS: ['a'] },
      open: { BOOL: false },
    };
    const shown = {
      ...values,
      bytes: { B: 'AP8=' },
      parts: { BS: ['AQ=='] },
      nested: { M: { list: { L: [{ B: 'Ag==' }, { NULL: true }] } } },
    };
    await system.put('s', { ...values, count: { N: '1' } });
    await system.put('s', { ...values, count: { N: '2' } });
    await system.client.send(new DeleteItemCommand({ TableName: tableName, Key: key('s') }));
    const mapping = await map(system, async () => done);
    await expect.poll(() => mapping.events, patience).toHaveLength(1);
    const image = (count: string) => ({ ...key('s'), ...shown, count: { N: count } });
    const stream = /^arn:aws:dynamodb:us-east-1:000000000000:table\/gatherlens-test\/stream\/.+$/;
    const record = (number: number, eventName: string, images: object) => ({
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      eventName,
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number) as number,
        Keys: key('s'),
        ...images,
        SequenceNumber: `00000000000000000000${number}`,
        SizeBytes: expect.any(Number) as number,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
      eventSourceARN: expect.stringMatching(stream) as string,
    });
    expect(mapping.events[0]).toEqual({
      Records: [
        record(1, 'INSERT', { NewImage: image('1') }),
        record(2, 'MODIFY', { OldImage: image('1'), NewImage: image('2') }),
        record(3, 'REMOVE', { OldImage: image('2') }),
      ],
    });
    const [first, second] = mapping.events[0]?.Records ?? [];
    expect(first?.eventID).not.toBe(second?.eventID);
    const seconds = first?.dynamodb?.ApproximateCreationDateTime ?? 0;
    expect(Math.abs(seconds * 1000 - Date.now())).toBeLessThan(60 * 60 * 1000);
  });

  test('does not report a write that changed nothing', async () => {
    const system = await start();
    await system.put('s', { count: { N: '1' }, other: { S: 'x' } });
    await system.put('s', { other: { S: 'x' }, count: { N: '1' } });
    const update = { UpdateExpression: 'SET #c = :c', ExpressionAttributeNames: { '#c': 'count' } };
    for (const n of ['1', '2'])
      await system.client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: key('s'),
          ...update,
          ExpressionAttributeValues: { ':c': { N: n } },
        }),
      );
    const mapping = await map(system, async () => done);
    await expect.poll(() => mapping.events, patience).toHaveLength(1);
    expect(mapping.events[0]?.Records.map((record) => record.eventName)).toEqual(['INSERT', 'MODIFY']);
  });

  test('comes in the order of the writes, and has at most the batch size', async () => {
    const system = await start();
    const sks = Array.from({ length: 95 }, (_, n) => `s${n}`);
    const mapping = await map(system, async () => done, { batchSize: 20 });
    await system.putAll(...sks);
    await expect.poll(() => mapping.calls().flat(), patience).toHaveLength(95);
    expect(mapping.calls().flat()).toEqual(sks);
    expect(Math.max(...mapping.calls().map((call) => call.length))).toBeLessThanOrEqual(20);
    // All have the same length, so they can be compared as text.
    const sequences = mapping.events.flatMap((event) => event.Records.map(sequence));
    expect(sequences.toSorted()).toEqual(sequences);
  });
});

describe('a failure', () => {
  test('of a batch halves it, and the halves come in order', async () => {
    const system = await start();
    await system.putAll('1', '2', '3', '4', '5');
    let failures = 2;
    const mapping = await map(system, async () => (failures-- > 0 ? broken : done));
    await expect
      .poll(() => mapping.calls(), patience)
      .toEqual([['1', '2', '3', '4', '5'], ['1', '2', '3'], ['1', '2'], ['3'], ['4', '5']]);
    expect(mapping.givenUp).toEqual([]);
    expect(mapping.lines).toEqual([
      'on-table-change failed on 5 changes: Error: no.',
      'on-table-change failed on 3 changes: Error: no.',
    ]);
  });

  test('of some records repeats from the first of them', async () => {
    const system = await start();
    await system.putAll('1', '2', '3', '4');
    let calls = 0;
    const mapping = await map(system, async (event) => (calls++ === 0 ? failingFrom(event, '3') : done));
    await expect
      .poll(() => mapping.calls(), patience)
      .toEqual([
        ['1', '2', '3', '4'],
        ['3', '4'],
      ]);
  });

  test('of one record every time sends it to the queue after the last try, and goes on', async () => {
    const system = await start();
    await system.putAll('1', 'bad', '3', '4');
    const mapping = await map(system, async (event) => failingFrom(event, 'bad'));
    await expect
      .poll(() => mapping.calls(), patience)
      .toEqual([
        ['1', 'bad', '3', '4'],
        // On from the first that failed; then halved, as nothing of it was done.
        ['bad', '3', '4'],
        ['bad', '3'],
        ['bad'],
        ['bad'],
        ['bad'],
        ['3'],
        ['4'],
      ]);
    const number = sequence(mapping.events[0]?.Records[1] as DynamoDBRecord);
    expect(JSON.parse(mapping.givenUp[0] ?? '')).toEqual({
      requestContext: {
        requestId: expect.any(String) as string,
        functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:on-table-change',
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 3,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: '2026-11-20T12:00:00.000Z',
      DDBStreamBatchInfo: {
        shardId: 'shardId-00000001-gatherlens-test',
        startSequenceNumber: number,
        endSequenceNumber: number,
        approximateArrivalOfFirstRecord: expect.any(String) as string,
        approximateArrivalOfLastRecord: expect.any(String) as string,
        batchSize: 1,
        streamArn: expect.stringContaining('/stream/') as string,
      },
    });
  });

  test('of one record after others that were done has all its tries left', async () => {
    const system = await start();
    await system.putAll('1', 'bad');
    const mapping = await map(system, async (event) => failingFrom(event, 'bad'));
    await expect.poll(() => mapping.givenUp, patience).toHaveLength(1);
    expect(mapping.calls()).toEqual([['1', 'bad'], ['bad'], ['bad'], ['bad']]);
    expect(JSON.parse(mapping.givenUp[0] ?? '')).toMatchObject({
      requestContext: { approximateInvokeCount: 3 },
    });
  });

  test('of the queue makes the record come again', async () => {
    const system = await start();
    await system.putAll('bad');
    const taken: string[] = [];
    let refusals = 1;
    const mapping = await map(system, async () => broken, {
      maxRetryAttempts: 0,
      onFailure: async (body) => {
        if (refusals-- > 0) throw new Error('the queue is away');
        taken.push(body);
      },
    });
    await expect.poll(() => taken, patience).toHaveLength(1);
    expect(mapping.calls()).toEqual([['bad'], ['bad']]);
    expect(mapping.lines).toContain("The table's stream could not be worked off: Error: the queue is away");
  });

  test('waits longer after each try, up to five seconds', async () => {
    const system = await start();
    await system.putAll('bad');
    const waits: number[] = [];
    const timers = {
      ...hasty,
      after: (milliseconds: number, run: () => void) => {
        waits.push(milliseconds);
        return hasty.after(milliseconds, run);
      },
    };
    const mapping = await map(system, async () => broken, { maxRetryAttempts: 7, timers });
    await expect.poll(() => mapping.givenUp, patience).toHaveLength(1);
    expect(waits.slice(0, 7)).toEqual([100, 200, 400, 800, 1600, 3200, 5000]);
  });
});

describe('a call that is throttled', () => {
  test('is made again with the same records, more often than a record may fail', async () => {
    const system = await start();
    await system.putAll('1', '2');
    let refusals = 5;
    const mapping = await map(system, async () => (refusals-- > 0 ? throttledInvocation() : done));
    await expect.poll(() => refusals, patience).toBe(-1);
    expect(mapping.calls()).toEqual(Array.from({ length: 6 }, () => ['1', '2']));
    expect(mapping.givenUp).toEqual([]);
  });

  test('is made again after a restart', async () => {
    const system = await start();
    await system.putAll('1');
    const first = await map(system, async () => throttledInvocation(), { maxRetryAttempts: 0 });
    await expect.poll(() => first.events, patience).not.toHaveLength(0);
    expect(await first.close()).toBe(true);
    expect(first.givenUp).toEqual([]);
    const second = await map(system, async () => done);
    await expect.poll(() => second.calls(), patience).toEqual([['1']]);
  });
});

describe('a restart', () => {
  test('goes on where the last run stopped', async () => {
    const system = await start();
    await system.putAll('1', '2');
    const first = await map(system, async () => done);
    await expect.poll(() => first.calls().flat(), patience).toEqual(['1', '2']);
    expect(await first.close()).toBe(true);
    expect(existsSync(`${system.checkpointFile}.draft`)).toBe(false);
    await system.putAll('3');
    const second = await map(system, async () => done);
    await expect.poll(() => second.calls(), patience).toEqual([['3']]);
    expect(first.calls().flat()).toEqual(['1', '2']);
  });

  test('in the middle of a batch delivers again what was not done', async () => {
    const system = await start();
    await system.putAll('1', '2', '3');
    const endless = Promise.withResolvers<InvokeResult>();
    let calls = 0;
    const first = await map(system, async (event) =>
      calls++ === 0 ? failingFrom(event, '2') : await endless.promise,
    );
    cleanups.push(() => endless.resolve(done));
    await expect
      .poll(() => first.calls(), patience)
      .toEqual([
        ['1', '2', '3'],
        ['2', '3'],
      ]);
    expect(await first.close(0)).toBe(false);
    const second = await map(system, async () => done);
    await expect.poll(() => second.calls(), patience).toEqual([['2', '3']]);
  });

  test('waits for the batch in flight, which is not repeated', async () => {
    const system = await start();
    await system.putAll('1');
    const reply = Promise.withResolvers<InvokeResult>();
    const first = await map(system, async () => await reply.promise);
    await expect.poll(() => first.events, patience).toHaveLength(1);
    const closing = first.close();
    reply.resolve(done);
    expect(await closing).toBe(true);
    await system.putAll('2');
    const second = await map(system, async () => done);
    await expect.poll(() => second.calls(), patience).toEqual([['2']]);
  });

  test.each([
    ['none', undefined],
    ['one that is torn', '{"streamArn":"arn'],
    [
      'one of another table',
      JSON.stringify({
        streamArn: 'arn:other',
        shards: { 'shardId-00000001-gatherlens-test': { after: '2' } },
      }),
    ],
  ])('with %s as its checkpoint begins at the oldest record', async (_, text) => {
    const system = await start();
    await system.putAll('1', '2', '3');
    const checkpointFile = join(folder(), 'checkpoint.json');
    if (text) writeFileSync(checkpointFile, text);
    const mapping = await map({ ...system, checkpointFile }, async () => done);
    await expect.poll(() => mapping.calls().flat(), patience).toEqual(['1', '2', '3']);
    await expect
      .poll(() => JSON.parse(readFileSync(checkpointFile, 'utf8')) as unknown, patience)
      .toMatchObject({ shards: { 'shardId-00000001-gatherlens-test': { after: '3' } } });
  });
});

const shardRecord = (name: string) => ({
  eventName: 'INSERT',
  dynamodb: {
    Keys: { sk: { S: name } },
    NewImage: { sk: { S: name } },
    SequenceNumber: `1${name}`,
    ApproximateCreationDateTime: 1,
  },
});

/** A stream of several shards, which DynamoDB has and dynoxide does not, with its errors. */
async function streamOf(shards: Record<string, { parent?: string; names: string[]; closed?: boolean }>) {
  const errors: string[] = [];
  const requests: string[] = [];
  let trimmed = 0;
  const operations: Record<string, (input: Record<string, string>) => object | string> = {
    DescribeTable: () => ({
      Table: { TableName: tableName, LatestStreamArn: 'arn:aws:dynamodb:us-east-1:0:table/t/stream/1' },
    }),
    DescribeStream: ({ ExclusiveStartShardId }) => {
      // One shard a page.
      const ids = Object.keys(shards);
      const at = ExclusiveStartShardId ? ids.indexOf(ExclusiveStartShardId) + 1 : 0;
      const id = ids[at] ?? '';
      return {
        StreamDescription: {
          Shards: [{ ShardId: id, ParentShardId: shards[id]?.parent }],
          ...(at + 1 < ids.length ? { LastEvaluatedShardId: id } : {}),
        },
      };
    },
    GetShardIterator: ({ ShardId = '', SequenceNumber, ShardIteratorType }) => {
      requests.push(`${ShardId} ${ShardIteratorType} ${SequenceNumber ?? ''}`.trim());
      if (ShardIteratorType === 'TRIM_HORIZON') return { ShardIterator: `${ShardId} ${trimmed}` };
      const after = shards[ShardId]?.names.findIndex((name) => `1${name}` === SequenceNumber) ?? 0;
      return after + 1 < trimmed
        ? 'TrimmedDataAccessException'
        : { ShardIterator: `${ShardId} ${after + 1}` };
    },
    GetRecords: ({ ShardIterator = '', Limit }) => {
      const [id = '', from] = ShardIterator.split(' ');
      const shard = shards[id] ?? { names: [] };
      const end = Math.min(Number(from) + Number(Limit), shard.names.length);
      const over = shard.closed && end === shard.names.length;
      return {
        Records: shard.names.slice(Number(from), end).map(shardRecord),
        ...(over ? {} : { NextShardIterator: `${id} ${end}` }),
      };
    },
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Record<string, string>;
    const failing = operation === 'GetRecords' ? errors.shift() : undefined;
    const answer = failing ?? operations[operation]?.(input) ?? 'UnknownOperationException';
    const failed = typeof answer === 'string';
    response.writeHead(failed ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(
      JSON.stringify(
        failed ? { __type: `com.amazonaws.dynamodb.v20120810#${answer}`, message: answer } : answer,
      ),
    );
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close().closeAllConnections());
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    checkpointFile: join(folder(), 'checkpoint.json'),
    requests,
    failNext: (...names: string[]) => errors.push(...names),
    trimBefore: (index: number) => (trimmed = index),
  };
}

describe('the shards of DynamoDB', () => {
  test('are read parents first, and children that come later are found', async () => {
    const shards: Parameters<typeof streamOf>[0] = {
      child: { parent: 'parent', names: ['c1', 'c2'], closed: true },
      parent: { parent: 'trimmed long ago', names: ['p1', 'p2', 'p3'], closed: true },
    };
    const stream = await streamOf(shards);
    const mapping = await map(stream, async () => done, { batchSize: 2 });
    await expect.poll(() => mapping.calls(), patience).toEqual([['p1', 'p2'], ['p3'], ['c1', 'c2']]);
    shards['grandchild'] = { parent: 'child', names: ['g1'] };
    await expect.poll(() => mapping.calls().flat(), patience).toEqual(['p1', 'p2', 'p3', 'c1', 'c2', 'g1']);
    await mapping.close();
    // Shards that ended are not read again by the next run.
    stream.requests.length = 0;
    shards['grandchild']?.names.push('g2');
    const second = await map(stream, async () => done);
    await expect.poll(() => second.calls(), patience).toEqual([['g2']]);
    expect(stream.requests).toEqual(['grandchild AFTER_SEQUENCE_NUMBER 1g1']);
  });

  test('that were trimmed past the checkpoint are read from the oldest record there is', async () => {
    const shards = { only: { names: ['1', '2', '3'] } };
    const stream = await streamOf(shards);
    const first = await map(stream, async () => done);
    await expect.poll(() => first.calls().flat(), patience).toEqual(['1', '2', '3']);
    await first.close();
    shards.only.names.push('4', '5', '6');
    stream.trimBefore(4);
    const second = await map(stream, async () => done);
    await expect.poll(() => second.calls().flat(), patience).toEqual(['5', '6']);
    expect(second.lines).toEqual([
      "The table's stream has been trimmed past the checkpoint: changes are lost.",
    ]);
  });

  test('are still read after an iterator has expired, and after an error', async () => {
    const shards = { only: { names: ['1'] } };
    const stream = await streamOf(shards);
    const mapping = await map(stream, async () => done);
    await expect.poll(() => mapping.calls().flat(), patience).toEqual(['1']);
    stream.failNext('ExpiredIteratorException');
    shards.only.names.push('2');
    await expect.poll(() => mapping.calls().flat(), patience).toEqual(['1', '2']);
    expect(mapping.lines).toEqual([]);
    stream.failNext('AccessDeniedException');
    shards.only.names.push('3');
    await expect.poll(() => mapping.calls().flat(), patience).toEqual(['1', '2', '3']);
    expect(mapping.lines).toEqual([
      expect.stringMatching(/^The table's stream could not be worked off: AccessDeniedException/),
    ]);
  });
});

/** A poll rhythm whose timers the test runs. */
function turning() {
  const timers: { milliseconds: number; run: () => void; cancelled: boolean }[] = [];
  const rhythm = createPollBackoff({
    after: (milliseconds, run) => {
      const timer = { milliseconds, run, cancelled: false };
      timers.push(timer);
      return () => (timer.cancelled = true);
    },
    every: () => () => undefined,
  });
  const turn = () => timers.at(-1)?.run();
  const waitOnce = async () => {
    const before = timers.length;
    const over = rhythm.wait();
    turn();
    await Promise.resolve();
    await Promise.resolve();
    turn();
    await over;
    return timers.slice(before).reduce((sum, timer) => sum + timer.milliseconds, 0);
  };
  return { rhythm, timers, turn, waitOnce };
}

describe('the rhythm of polling', () => {
  test('is 100 ms at first, grows to a second, and is 100 ms again after a find', async () => {
    const { rhythm, waitOnce } = turning();
    const pauses: number[] = [];
    for (let n = 0; n < 30; n += 1) pauses.push(Math.round(await waitOnce()));
    expect(pauses.slice(0, 21)).toEqual(Array.from({ length: 21 }, () => 100));
    expect(pauses.slice(21)).toEqual([150, 225, 338, 506, 759, 1000, 1000, 1000, 1000]);
    rhythm.found();
    expect(await waitOnce()).toBe(100);
  });

  test('ends a wait at once when poked, but not within 25 ms of the last poll', async () => {
    const { rhythm, timers, turn } = turning();
    let over = false;
    const wait = rhythm.wait().then(() => (over = true));
    rhythm.poke();
    await new Promise(setImmediate);
    expect([over, timers.map((timer) => timer.milliseconds)]).toEqual([false, [25]]);
    turn();
    await wait;
    expect(timers).toHaveLength(1);
    const next = rhythm.wait();
    turn();
    await new Promise(setImmediate);
    expect(timers.map((timer) => timer.milliseconds)).toEqual([25, 25, 75]);
    rhythm.poke();
    await next;
    expect(timers.at(-1)?.cancelled).toBe(true);
  });

  test('does not forget a poke that comes between two waits', async () => {
    const { rhythm, timers, turn } = turning();
    rhythm.poke();
    const wait = rhythm.wait();
    turn();
    await wait;
    expect(timers.map((timer) => timer.milliseconds)).toEqual([25]);
  });

  test('ends with close()', async () => {
    const { rhythm, timers } = turning();
    const wait = rhythm.wait();
    rhythm.close();
    await wait;
    await rhythm.wait();
    // Only the wait that was going on.
    expect(timers.map((timer) => timer.cancelled)).toEqual([true]);
  });
});

test('a poke brings a change at once that would otherwise be found a second later', async () => {
  const system = await start();
  const pauses: (() => void)[] = [];
  // Timers that never end by themselves, except for the short gap between two polls.
  const timers = {
    ...systemTimers,
    after: (milliseconds: number, run: () => void) => {
      if (milliseconds <= 25) return systemTimers.after(milliseconds, run);
      pauses.push(run);
      return () => undefined;
    },
  };
  const mapping = await map(system, async () => done, { timers });
  await expect.poll(() => pauses.length, patience).toBe(1);
  await system.putAll('1');
  mapping.poke();
  await expect.poll(() => mapping.calls(), patience).toEqual([['1']]);
});
