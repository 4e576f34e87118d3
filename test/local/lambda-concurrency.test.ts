import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createGateway } from '../../infra/local/api-gateway/http-api.ts';
import { failedItems } from '../../infra/local/lambda/batch-reply.ts';
import { createEnvironments } from '../../infra/local/lambda/environments.ts';
import { failedInvocation, type InvokeResult } from '../../infra/local/lambda/invoke.ts';
import { limitConcurrency } from '../../infra/local/lambda/limit-concurrency.ts';

const done: InvokeResult = { ok: true, payload: { statusCode: 204 } };

/** Environments that start at once. */
const environments = () => createEnvironments({ startMs: () => 0, wait: async () => undefined });

/** Functions that answer when the test says so. */
function functionsAtOnce(atOnce: number) {
  const waiting: ((result: InvokeResult) => void)[] = [];
  const limited = limitConcurrency(
    () => {
      const { promise, resolve } = Promise.withResolvers<InvokeResult>();
      waiting.push(resolve);
      return promise;
    },
    { atOnce, environments: environments() },
  );
  return { ...limited, finish: (result = done) => waiting.shift()?.(result), running: () => waiting.length };
}

const throttled = { ok: false, errorType: 'TooManyRequestsException' };

describe('above the account’s concurrency', () => {
  test('a call is refused, of whichever function, until another has ended', async () => {
    const { invoke, finish, running } = functionsAtOnce(2);
    const [first, second] = [invoke('one', {}), invoke('two', {})];
    expect(await invoke('three', {})).toMatchObject(throttled);
    await expect.poll(running).toBe(2);
    finish();
    expect(await first).toEqual(done);
    const third = invoke('three', {});
    await expect.poll(running).toBe(2);
    expect(await invoke('one', {})).toMatchObject(throttled);
    finish();
    finish();
    expect(await Promise.all([second, third])).toEqual([done, done]);
  });

  test('a call that was never answered gives its place back', async () => {
    const { invoke } = limitConcurrency(() => Promise.reject(new Error('gone')), {
      atOnce: 1,
      environments: environments(),
    });
    await expect(invoke('one', {})).rejects.toThrow('gone');
    await expect(invoke('one', {})).rejects.toThrow('gone');
  });

  test('every message of a batch comes again', async () => {
    const { invoke } = functionsAtOnce(0);
    expect(failedItems(await invoke('job', {}), ['a', 'b'])).toEqual(new Set(['a', 'b']));
  });

  test('a request through the gateway is a 500', async () => {
    const { invoke } = functionsAtOnce(0);
    const gateway = createGateway({
      routes: [],
      defaultFunctionId: 'unmatched',
      invoke,
      now: () => new Date(0),
      newRequestId: () => 'id',
      port: 3000,
    });
    const reply = await gateway({
      method: 'GET',
      target: '/api/events',
      rawHeaders: ['Host', 'localhost'],
      body: Readable.from([]),
      sourceIp: '127.0.0.1',
      httpVersion: '1.1',
    });
    expect(reply.status).toBe(500);
  });
});

const countsAfter = async (result: InvokeResult) => {
  const { invoke, counts } = limitConcurrency(async () => result, {
    atOnce: 1,
    environments: environments(),
  });
  await invoke('one', {});
  return counts('one');
};

describe('Lambda counts', () => {
  test.each(['Error', 'Sandbox.Timedout', 'Runtime.ExitError', 'Runtime.ImportModuleError'])(
    'a call that ends by %s as an error',
    async (errorType) => {
      expect(await countsAfter(failedInvocation(errorType, 'no'))).toMatchObject({
        invocations: 1,
        errors: 1,
        throttles: 0,
      });
    },
  );

  test('a batch that reports all of its items as failed as a success', async () => {
    const batchItemFailures = [{ itemIdentifier: 'a' }, { itemIdentifier: 'b' }];
    expect(await countsAfter({ ok: true, payload: { batchItemFailures } })).toMatchObject({
      invocations: 1,
      errors: 0,
      throttles: 0,
    });
  });

  test('an event that is too large not at all', async () => {
    expect(await countsAfter(failedInvocation('RequestEntityTooLargeException', 'no'))).toMatchObject({
      invocations: 0,
      errors: 0,
      throttles: 0,
    });
  });

  test('a throttled call neither as an invocation nor as an error, and each function by itself', async () => {
    const { invoke, counts, finish, running } = functionsAtOnce(1);
    const first = invoke('one', {});
    await invoke('two', {});
    await expect.poll(running).toBe(1);
    finish();
    await first;
    expect(counts('one')).toMatchObject({ invocations: 1, errors: 0, throttles: 0 });
    expect(counts('two')).toMatchObject({ invocations: 0, errors: 0, throttles: 1 });
  });
});

/** Functions whose environments take 100 ms to start, on a clock of the test's own. */
function functionsWithStarts() {
  const clock = { now: 0, waited: [] as number[] };
  const started = createEnvironments({
    startMs: (id) => (id === 'slow' ? 250 : 100),
    now: () => clock.now,
    wait: async (milliseconds) => void clock.waited.push(milliseconds),
  });
  const waiting: ((result: InvokeResult) => void)[] = [];
  const limited = limitConcurrency(() => new Promise<InvokeResult>((resolve) => waiting.push(resolve)), {
    atOnce: 10,
    environments: started,
  });
  const run = async (id: string, result = done) => {
    const running = limited.invoke(id, {});
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.(result);
    await running;
  };
  return { ...limited, run, clock, waiting, clear: started.clear };
}

describe('an environment', () => {
  test('is started by the first call, and reused by the next one', async () => {
    const { run, clock, counts } = functionsWithStarts();
    await run('one');
    await run('one');
    await run('slow');
    expect(clock.waited).toEqual([100, 250]);
    expect(counts('one')).toEqual({ invocations: 2, errors: 0, throttles: 0, coldStarts: 1 });
  });

  test('has one call at a time', async () => {
    const { invoke, clock, waiting } = functionsWithStarts();
    const both = [invoke('one', {}), invoke('one', {})];
    await expect.poll(() => waiting.length).toBe(2);
    for (const finish of waiting) finish(done);
    await Promise.all(both);
    expect(clock.waited).toEqual([100, 100]);
  });

  test.each(['Sandbox.Timedout', 'Runtime.ExitError'])(
    'ends with a call that ends by %s',
    async (errorType) => {
      const { run, clock } = functionsWithStarts();
      await run('one', failedInvocation(errorType, 'no'));
      await run('one');
      expect(clock.waited).toEqual([100, 100]);
    },
  );

  test('ends when nobody has used it for five minutes, and with a new version', async () => {
    const { run, clock, clear } = functionsWithStarts();
    await run('one');
    clock.now += 5 * 60_000;
    await run('one');
    clear();
    await run('one');
    expect(clock.waited).toEqual([100, 100, 100]);
  });
});
