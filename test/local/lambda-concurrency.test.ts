import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createGateway } from '../../infra/local/api-gateway/http-api.ts';
import { failedItems } from '../../infra/local/lambda/batch-reply.ts';
import { failedInvocation, type InvokeResult } from '../../infra/local/lambda/invoke.ts';
import { limitConcurrency } from '../../infra/local/lambda/limit-concurrency.ts';

const done: InvokeResult = { ok: true, payload: { statusCode: 204 } };

/** Functions that answer when the test says so. */
function functionsAtOnce(atOnce: number) {
  const waiting: ((result: InvokeResult) => void)[] = [];
  const limited = limitConcurrency(() => {
    const { promise, resolve } = Promise.withResolvers<InvokeResult>();
    waiting.push(resolve);
    return promise;
  }, atOnce);
  return { ...limited, finish: (result = done) => waiting.shift()?.(result), running: () => waiting.length };
}

const throttled = { ok: false, errorType: 'TooManyRequestsException' };

describe('above the account’s concurrency', () => {
  test('a call is refused, of whichever function, until another has ended', async () => {
    const { invoke, finish, running } = functionsAtOnce(2);
    const [first, second] = [invoke('one', {}), invoke('two', {})];
    expect(await invoke('three', {})).toMatchObject(throttled);
    expect(running()).toBe(2);
    finish();
    expect(await first).toEqual(done);
    const third = invoke('three', {});
    expect(running()).toBe(2);
    expect(await invoke('one', {})).toMatchObject(throttled);
    finish();
    finish();
    expect(await Promise.all([second, third])).toEqual([done, done]);
  });

  test('a call that was never answered gives its place back', async () => {
    const { invoke } = limitConcurrency(() => Promise.reject(new Error('gone')), 1);
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
  const { invoke, counts } = limitConcurrency(async () => result, 1);
  await invoke('one', {});
  return counts('one');
};

describe('Lambda counts', () => {
  test.each(['Error', 'Sandbox.Timedout', 'Runtime.ExitError', 'Runtime.ImportModuleError'])(
    'a call that ends by %s as an error',
    async (errorType) => {
      expect(await countsAfter(failedInvocation(errorType, 'no'))).toEqual({
        invocations: 1,
        errors: 1,
        throttles: 0,
      });
    },
  );

  test('a batch that reports all of its items as failed as a success', async () => {
    const batchItemFailures = [{ itemIdentifier: 'a' }, { itemIdentifier: 'b' }];
    expect(await countsAfter({ ok: true, payload: { batchItemFailures } })).toEqual({
      invocations: 1,
      errors: 0,
      throttles: 0,
    });
  });

  test('an event that is too large not at all', async () => {
    expect(await countsAfter(failedInvocation('RequestEntityTooLargeException', 'no'))).toEqual({
      invocations: 0,
      errors: 0,
      throttles: 0,
    });
  });

  test('a throttled call neither as an invocation nor as an error, and each function by itself', async () => {
    const { invoke, counts, finish } = functionsAtOnce(1);
    const first = invoke('one', {});
    await invoke('two', {});
    finish();
    await first;
    expect(counts('one')).toEqual({ invocations: 1, errors: 0, throttles: 0 });
    expect(counts('two')).toEqual({ invocations: 0, errors: 0, throttles: 1 });
  });
});
