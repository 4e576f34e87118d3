import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withinRun } from '../../../functions/aws/deadline.ts';
import { isTransient, withRetry, withRetryMiddleware } from '../../../functions/aws/retry.ts';
import { useLeapingClock } from '../../fixtures/leaping-clock.ts';

// The SDK itself above a wire that answers what it is told to.

// A file before this one may have mocked it.
beforeAll(() => mockClient(DynamoDBDocumentClient).restore());
beforeEach(() => {
  useLeapingClock({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const named = (name: string, more: object = {}) => Object.assign(new Error('no'), { name, ...more });

const cancelled = (...codes: string[]) =>
  named('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

type Answer = 'ok' | 'timeout' | (string & {});

/** A table whose first answers are these errors; the last one is given for ever. */
function tableThat(...answers: Answer[]) {
  const wire = { requests: 0 };
  const handle = async () => {
    const answer = answers[Math.min(wire.requests, answers.length - 1)] ?? 'ok';
    wire.requests += 1;
    if (answer === 'timeout') throw named('TimeoutError');
    if (answer === 'abort') throw named('AbortError', { cause: named('TimeoutError') });
    const body =
      answer === 'ok' ? {} : { __type: `com.amazonaws.dynamodb.v20120810#${answer}`, message: 'no' };
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    const statusCode = answer === 'ok' ? 200 : 400;
    return { response: { statusCode, headers, body: new TextEncoder().encode(JSON.stringify(body)) } };
  };
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
    requestHandler: { handle } as never,
  });
  return { table: DynamoDBDocumentClient.from(withRetryMiddleware(client)), wire };
}

const Key = { pk: 'P', sk: 'S' };
const get = new GetCommand({ TableName: 'table', Key });
const update = new UpdateCommand({ TableName: 'table', Key });
const transaction = new TransactWriteCommand({ TransactItems: [{ Delete: { TableName: 'table', Key } }] });

describe('a request of a patient client', () => {
  it.each(['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'])(
    'outlasts more %s than the SDK does',
    async (name) => {
      const { table, wire } = tableThat(...Array.from({ length: 6 }, () => name), 'ok');
      expect((await table.send(get)).$metadata.httpStatusCode).toBe(200);
      expect(wire.requests).toBe(7);
    },
  );

  it("outlasts another's transaction, which the SDK does not try again at all", async () => {
    const { table, wire } = tableThat('TransactionConflictException', 'TransactionConflictException', 'ok');
    await table.send(update);
    expect(wire.requests).toBe(3);
  });

  it('gives up in the end, with the error that it met', async () => {
    const { table, wire } = tableThat('ThrottlingException');
    await expect(table.send(get)).rejects.toMatchObject({ name: 'ThrottlingException' });
    expect(wire.requests).toBeGreaterThan(4);
  });

  it('outlasts lost answers', async () => {
    const { table, wire } = tableThat('timeout', 'timeout', 'ok');
    await table.send(get);
    expect(wire.requests).toBe(3);
  });

  it('stays given up where somebody gave it up', async () => {
    const { table, wire } = tableThat('abort', 'ok');
    await expect(table.send(get)).rejects.toMatchObject({ name: 'AbortError' });
    expect(wire.requests).toBe(1);
  });

  it('with a stream is sent once: only its sender can open the stream again', async () => {
    const { table, wire } = tableThat('ThrottlingException', 'ok');
    const streaming = { TableName: 'table', Key, Body: Readable.from(['x']) };
    await expect(table.send(new GetCommand(streaming))).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
    expect(wire.requests).toBe(1);
  });

  it.each(['ConditionalCheckFailedException', 'ValidationException', 'AccessDeniedException'])(
    'takes %s at its word',
    async (name) => {
      const { table, wire } = tableThat(name, 'ok');
      await expect(table.send(update)).rejects.toMatchObject({ name });
      expect(wire.requests).toBe(1);
    },
  );

  it.each([
    ['read', new BatchGetCommand({ RequestItems: { table: { Keys: [Key] } } })],
    ['written', new BatchWriteCommand({ RequestItems: { table: [{ DeleteRequest: { Key } }] } })],
  ])(
    'is no batch that is %s: what the table puts off of it is asked for again in the same loop',
    async (_, batch) => {
      const { table, wire } = tableThat('ProvisionedThroughputExceededException');
      await expect(table.send(batch as BatchGetCommand)).rejects.toMatchObject({
        name: 'ProvisionedThroughputExceededException',
      });
      expect(wire.requests).toBe(1);
    },
  );

  it('is no transaction: only those who write one know a conflict from a refusal', async () => {
    const { table, wire } = tableThat('TransactionCanceledException', 'ok');
    await expect(table.send(transaction)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    expect(wire.requests).toBe(1);
  });
});

/** How long the pauses are of what fails so often, where chance draws the same each time. */
async function pausesAt(share: number, failures: number): Promise<number[]> {
  vi.spyOn(Math, 'random').mockReturnValue(share);
  const triedAt: number[] = [];
  await withRetry(async () => {
    triedAt.push(performance.now());
    if (triedAt.length <= failures) throw named('TransactionConflictException');
  });
  return triedAt.slice(1).map((at, index) => Math.round(at - (triedAt[index] ?? 0)));
}

describe('a pause', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is anything from nothing to a bound that grows to half a second, also there', async () => {
    const [short, half, long] = [await pausesAt(0, 12), await pausesAt(0.5, 12), await pausesAt(1, 12)];
    expect(Math.max(...short)).toBeLessThanOrEqual(1);
    expect([long[0], long.at(-1)]).toEqual([20, 500]);
    expect([half[0], half.at(-1)]).toEqual([10, 250]);
  });
});

const conflict = () => Promise.reject(named('TransactionConflictException'));

/** For how long what always fails is tried again, in a run that has so much time left. */
async function patienceIn(remainingMs: number): Promise<number> {
  const beganMs = performance.now();
  const context = { getRemainingTimeInMillis: () => remainingMs };
  await expect(withinRun(context, () => withRetry(conflict))).rejects.toThrow('no');
  return performance.now() - beganMs;
}

describe('patience', () => {
  it('ends before the time of the Lambda does, with the error that it met', async () => {
    expect(await patienceIn(60_000)).toBeGreaterThan(3_000);
    expect(await patienceIn(4_000)).toBeLessThan(3_100);
    expect(await patienceIn(500)).toBeLessThanOrEqual(1);
  });
});

// Each in a process of its own: what others could not read has been used up there.
const inNewProcess = async () => {
  vi.resetModules();
  const [{ withRetry: retry }, { withinRun: within }] = await Promise.all([
    import('../../../functions/aws/retry.ts'),
    import('../../../functions/aws/deadline.ts'),
  ]);
  const tried = { times: 0 };
  const read = (failures = Infinity) => {
    const last = tried.times + failures;
    return retry(async () => {
      tried.times += 1;
      if (tried.times <= last) throw named('ThrottlingException');
    }, 'read');
  };
  return { read, within, tried };
};

describe('a read', () => {
  const call = { getRemainingTimeInMillis: () => 15_000 };

  it('of a call is given up after two seconds', async () => {
    const { read, within } = await inNewProcess();
    const beganMs = performance.now();
    await expect(within(call, () => read())).rejects.toThrow('no');
    expect(performance.now() - beganMs).toBeLessThanOrEqual(2000);
    expect(performance.now() - beganMs).toBeGreaterThan(1000);
  });

  it('is no longer repeated where most of them fail, and is again once they succeed', async () => {
    const { read, within, tried } = await inNewProcess();
    const triesOf = async (failures?: number) => {
      const before = tried.times;
      await within(call, () => read(failures)).catch(() => undefined);
      return tried.times - before;
    };
    expect(await triesOf()).toBeGreaterThan(4);
    for (let at = 0; at < 100; at += 1) await triesOf();
    expect(await triesOf()).toBe(1);
    for (let at = 0; at < 10; at += 1) await triesOf(0);
    expect(await triesOf(1)).toBe(2);
  });

  it('that fails takes nothing of the patience of writes', async () => {
    const { read, within } = await inNewProcess();
    for (let at = 0; at < 100; at += 1) await within(call, () => read()).catch(() => undefined);
    const { table, wire } = tableThat('ThrottlingException', 'ThrottlingException', 'ok');
    await table.send(update);
    expect(wire.requests).toBe(3);
  });
});

describe('what may work in a moment', () => {
  it.each([
    ['throttling', named('ThrottlingException')],
    ['a full table', named('ProvisionedThroughputExceededException')],
    ['a slow store', named('SlowDown')],
    ["another's transaction", cancelled('None', 'TransactionConflict')],
    ['a transaction of which an item is throttled', cancelled('ThrottlingError', 'TransactionConflict')],
    ['a transaction that an index is too busy for', cancelled('ProvisionedThroughputExceeded')],
    ['no answer in time', named('TimeoutError')],
    ['a lost connection', named('Error', { code: 'ECONNRESET' })],
    ['a fault of AWS', named('InternalServerError', { $metadata: { httpStatusCode: 500 } })],
    [
      'what one of them caused',
      new Error('The secret cannot be read.', { cause: named('ThrottlingException') }),
    ],
  ])('is %s', (_, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['a refusal', named('AccessDeniedException')],
    ['a request that is wrong', named('ValidationException', { $metadata: { httpStatusCode: 400 } })],
    ['a transaction that is wrong', cancelled('ValidationError', 'None')],
    ['a transaction that never fits', cancelled('ItemCollectionSizeLimitExceeded')],
    ['a transaction that is there already', cancelled('DuplicateItem')],
    ['a transaction of which one reason lasts', cancelled('TransactionConflict', 'ValidationError')],
    ['a transaction whose condition failed', cancelled('TransactionConflict', 'ConditionalCheckFailed')],
    ['a transaction without a reason', named('TransactionCanceledException')],
    ['a bug of ours', new TypeError('x is not a function')],
    ['what has a cause that is no error', new Error('no', { cause: null })],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(isTransient(error)).toBe(false);
  });
});
