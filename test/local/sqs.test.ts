import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { failedItems } from '../../infra/local/lambda/batch-reply.ts';
import { throttledInvocation, type Invoke, type InvokeResult } from '../../infra/local/lambda/invoke.ts';
import { startFunctionHost } from '../../infra/local/lambda/start-function-host.ts';
import { systemTimers, type Timers } from '../../infra/local/timers/timers.ts';
import { serveSqs } from '../../infra/local/sqs/serve-sqs.ts';
import { startQueueMapping } from '../../infra/local/sqs/start-queue-mapping.ts';
import { localQueueClient, startQueues } from '../../infra/local/sqs/start-queues.ts';

const patience = { timeout: 20_000, interval: 10 };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const done: InvokeResult = { ok: true, payload: null };
const reply = (payload: unknown): InvokeResult => ({ ok: true, payload });
const rejecting: Invoke = async () => await Promise.reject(new Error('no such function'));
const bad = (event: SQSEvent) => event.Records.find((record) => record.body === 'bad')?.messageId ?? '';
const failing = (...ids: string[]): InvokeResult => ({
  ok: true,
  payload: { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) },
});

const systemClock = { now: Date.now, timers: systemTimers };

async function start({
  visibilityTimeoutSeconds = 600,
  maxReceiveCount = 3,
  log = (line: string): unknown => expect.fail(line),
  clock = systemClock,
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatherlens-queues-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const queues = await startQueues({
    folder,
    log,
    now: clock.now,
    timers: clock.timers,
    queues: [{ name: 'jobs', visibilityTimeoutSeconds, maxReceiveCount, dlq: 'jobs-dlq' }],
  });
  const client = localQueueClient(queues.endpoint);
  cleanups.push(() => client.destroy());
  cleanups.push(() => queues.close());
  const send = async (...bodies: string[]) => {
    for (const MessageBody of bodies)
      await client.send(new SendMessageCommand({ QueueUrl: queues.urlOf('jobs'), MessageBody }));
  };
  const counts = async (name = 'jobs') => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queues.urlOf(name), AttributeNames: ['All'] }),
    );
    return {
      waiting: Number(Attributes?.['ApproximateNumberOfMessages']),
      invisible: Number(Attributes?.['ApproximateNumberOfMessagesNotVisible']),
    };
  };
  const receive = async (name: string) =>
    (await client.send(new ReceiveMessageCommand({ QueueUrl: queues.urlOf(name), MaxNumberOfMessages: 10 })))
      .Messages ?? [];
  return { queues, client, send, counts, receive };
}

/** A clock that goes on only when the test says so, and timers that go by it. */
function standingClock() {
  let nowMs = Date.now();
  const waits = new Set<{ endMs: number; run: () => void }>();
  const timers: Timers = {
    after: (milliseconds, run) => {
      const wait = { endMs: nowMs + milliseconds, run };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
    every: () => () => undefined,
  };
  const endingBy = (ms: number) => [...waits].filter(({ endMs }) => endMs <= ms);
  /** Goes on once somebody waits for no longer than that. */
  const pass = async (seconds: number) => {
    const thenMs = nowMs + seconds * 1000;
    await expect.poll(() => endingBy(thenMs), patience).not.toEqual([]);
    nowMs = thenMs;
    for (const { run } of endingBy(thenMs)) run();
  };
  return { now: () => nowMs, timers, pass };
}

const VISIBILITY_SECONDS = 5;

/** Queues whose messages come again when the test lets their time-out pass. */
async function startStanding({ maxReceiveCount = 3 } = {}) {
  const clock = standingClock();
  const system = await start({ visibilityTimeoutSeconds: VISIBILITY_SECONDS, maxReceiveCount, clock });
  /** Ends the time-out of what has failed. */
  const passVisibility = async (failed: number) => {
    await expect.poll(() => system.counts(), patience).toEqual({ waiting: 0, invisible: failed });
    await clock.pass(VISIBILITY_SECONDS);
  };
  return { ...system, passVisibility };
}

/** A mapping of the queue to a function in this process, and the events that it was called with. */
function map(
  { queues }: Pick<Awaited<ReturnType<typeof start>>, 'queues'>,
  invoke: (event: SQSEvent) => Promise<InvokeResult>,
  more: Partial<Parameters<typeof startQueueMapping>[0]> = {},
) {
  const events: SQSEvent[] = [];
  const lines: string[] = [];
  const mapping = startQueueMapping({
    queues,
    queue: 'jobs',
    batchSize: 10,
    visibilitySeconds: 600,
    invoke: async (event) => {
      events.push(event as SQSEvent);
      return await invoke(event as SQSEvent);
    },
    log: (line) => lines.push(line),
    ...more,
  });
  cleanups.push(() => mapping.close(0));
  return { ...mapping, events, lines, bodies: () => events.map((event) => event.Records.map((r) => r.body)) };
}

/** A reply that the test gives when it wants to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<InvokeResult>();
  return { reply: async () => await promise, resolve };
}

describe('the queues', () => {
  test('have the settings of their definition and a dead-letter queue', async () => {
    const { queues, client } = await start({ visibilityTimeoutSeconds: 90, maxReceiveCount: 5 });
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queues.urlOf('jobs'), AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      QueueArn: queues.arnOf('jobs'),
      VisibilityTimeout: '90',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queues.arnOf('jobs-dlq'), maxReceiveCount: 5 }),
    });
    const dead = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queues.urlOf('jobs-dlq'), AttributeNames: ['All'] }),
    );
    expect(dead.Attributes?.['MessageRetentionPeriod']).toBe('1209600');
  });

  test('answer only on 127.0.0.1', async () => {
    const { queues } = await start();
    const { port } = new URL(queues.endpoint);
    // Another address of this machine, which a server on all interfaces would answer as well.
    const outcome = new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.2');
      socket
        .on('connect', () => resolve('connected'))
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      cleanups.push(() => socket.destroy());
    });
    expect(await outcome).toBe('ECONNREFUSED');
    expect(queues.urlOf('jobs')).toBe(`http://127.0.0.1:${port}/000000000000/jobs`);
  });
});

test.each([
  ['a longer body', 'x'.repeat(1_048_577), 'InvalidParameterValue'],
  ['characters that XML does not allow', 'a null \u0000', 'InvalidMessageContents'],
  ['nothing', '', 'MissingParameter'],
])('the queues refuse, as SQS does, %s', async (_what, body, reason) => {
  const system = await start();
  await expect(system.send(body)).rejects.toMatchObject({ name: expect.stringContaining(reason) as string });
});

describe('an event', () => {
  test('has the shape of Lambda’s', async () => {
    const system = await start();
    await system.client.send(
      new SendMessageCommand({
        QueueUrl: system.queues.urlOf('jobs'),
        MessageBody: 'Grüße',
        MessageGroupId: 'ada',
      }),
    );
    const { events } = map(system, async () => done);
    await expect.poll(() => events, patience).toHaveLength(1);
    const text = expect.any(String) as string;
    expect(events[0]).toEqual({
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          receiptHandle: text,
          body: 'Grüße',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/) as string,
            SenderId: text,
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/) as string,
            MessageGroupId: 'ada',
          },
          messageAttributes: {},
          md5OfBody: createHash('md5').update('Grüße').digest('hex'),
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:jobs',
          awsRegion: 'us-east-1',
        },
      ],
    });
  });

  test('has at most the batch size', async () => {
    const system = await start();
    await system.send(...Array.from({ length: 7 }, (_, n) => `${n}`));
    const mapping = map(system, async () => done, { batchSize: 3 });
    await expect.poll(() => mapping.bodies().flat(), patience).toHaveLength(7);
    expect(mapping.bodies().map((bodies) => bodies.length)).toEqual([3, 3, 1]);
  });

  test('is sent as soon as there is a message', async () => {
    const system = await start();
    const mapping = map(system, async () => done);
    for (const body of ['first', 'second']) {
      await system.send(body);
      await expect.poll(() => mapping.bodies().flat(), patience).toContain(body);
    }
    expect(mapping.bodies()).toEqual([['first'], ['second']]);
  });
});

describe('a batch', () => {
  test('that is done is deleted', async () => {
    const system = await start();
    await system.send('a', 'b');
    map(system, async () => done);
    await expect.poll(async () => await system.counts(), patience).toEqual({ waiting: 0, invisible: 0 });
  });

  test('that is partly done comes again with what failed, once it is visible again', async () => {
    const system = await startStanding();
    await system.send('good', 'bad', 'fine');
    let call = 0;
    const mapping = map(system, async (event) => (call++ === 0 ? failing(bad(event)) : done));
    await expect.poll(() => mapping.lines, patience).toHaveLength(1);
    await system.passVisibility(1);
    await expect.poll(() => mapping.events, patience).toHaveLength(2);
    expect(mapping.bodies()).toEqual([['good', 'bad', 'fine'], ['bad']]);
    expect(mapping.events.map((event) => event.Records[0]?.attributes.ApproximateReceiveCount)).toEqual([
      '1',
      '2',
    ]);
    expect(mapping.lines).toEqual(['1 of 3 messages of the queue jobs failed.']);
    await expect.poll(async () => await system.counts(), patience).toEqual({ waiting: 0, invisible: 0 });
  });

  test('that fails stays invisible until then', async () => {
    const system = await start({ visibilityTimeoutSeconds: 600 });
    await system.send('a');
    const mapping = map(system, async () => ({ ok: false, errorType: 'Error', errorMessage: 'no' }));
    await expect
      .poll(() => mapping.lines, patience)
      .toEqual(['1 of 1 messages of the queue jobs failed: Error: no.']);
    expect(await system.counts()).toEqual({ waiting: 0, invisible: 1 });
  });

  test('that fails again and again goes to the dead-letter queue', async () => {
    const system = await startStanding({ maxReceiveCount: 2 });
    await system.send('bad');
    const mapping = map(system, async (event) => failing(...[bad(event)].filter(Boolean)));
    for (const times of [1, 2]) {
      await expect.poll(() => mapping.lines, patience).toHaveLength(times);
      await system.passVisibility(1);
    }
    await expect.poll(async () => await system.counts('jobs-dlq'), patience).toMatchObject({ waiting: 1 });
    await expect.poll(async () => await system.counts(), patience).toEqual({ waiting: 0, invisible: 0 });
    expect(mapping.bodies()).toEqual([['bad'], ['bad']]);
    expect((await system.receive('jobs-dlq'))[0]?.Body).toBe('bad');
  });

  test('that is throttled is tried again after pauses that grow, and counts as received once', async () => {
    const system = await start({ visibilityTimeoutSeconds: 600 });
    await system.send('a');
    const { waits, timers } = handTurned();
    const answers = [throttledInvocation(), throttledInvocation(), done];
    const mapping = map(system, async () => answers.shift() ?? done, { timers });
    for (const [at, milliseconds] of [100, 200].entries()) {
      await expect.poll(() => waits, patience).toHaveLength(at + 1);
      expect(waits[at]?.milliseconds).toBe(milliseconds);
      waits[at]?.run();
    }
    await expect.poll(async () => await system.counts(), patience).toEqual({ waiting: 0, invisible: 0 });
    expect(mapping.events.map((event) => event.Records[0]?.attributes.ApproximateReceiveCount)).toEqual([
      '1',
      '1',
      '1',
    ]);
    expect(mapping.lines).toEqual([]);
  });

  test('that is throttled for as long as it is hidden has failed', async () => {
    const system = await start({ visibilityTimeoutSeconds: 600 });
    await system.send('a');
    const { waits, timers } = handTurned();
    const mapping = map(system, async () => throttledInvocation(), { timers, visibilitySeconds: 0.3 });
    await expect.poll(() => waits, patience).toHaveLength(1);
    waits[0]?.run();
    await expect
      .poll(() => mapping.lines, patience)
      .toEqual(['1 of 1 messages of the queue jobs failed: TooManyRequestsException: Rate Exceeded..']);
    expect(mapping.events).toHaveLength(2);
  });

  test('that is throttled when the mapping ends is not waited for', async () => {
    const system = await start({ visibilityTimeoutSeconds: 600 });
    await system.send('a');
    const { waits, timers } = handTurned();
    const mapping = map(system, async () => throttledInvocation(), { timers });
    await expect.poll(() => waits, patience).toHaveLength(1);
    expect(await mapping.close()).toBe(true);
    expect(await system.counts()).toEqual({ waiting: 0, invisible: 1 });
  });

  test('of a function that times out fails as a whole', async () => {
    const at = mkdtempSync(join(tmpdir(), 'gatherlens-queues-'));
    cleanups.push(() => rmSync(at, { recursive: true, force: true }));
    const bundlePath = join(at, 'index.js');
    writeFileSync(bundlePath, 'exports.handler = () => new Promise(() => {});');
    const host = startFunctionHost({
      name: 'jobs',
      functions: [{ id: 'slow', bundlePath, timeoutSeconds: 0.2, memoryMb: 128 }],
      env: {},
      logFile: join(at, 'log'),
      log: () => undefined,
    });
    cleanups.push(() => host.close());
    const system = await start();
    await system.send('a', 'b');
    const mapping = map(system, async (event) => await host.invoke('slow', event));
    await expect.poll(() => mapping.lines, patience).toHaveLength(1);
    expect(mapping.lines[0]).toMatch(
      /^2 of 2 messages .* Sandbox\.Timedout: .* Task timed out after 0\.20 seconds\.$/,
    );
    expect(await system.counts()).toEqual({ waiting: 0, invisible: 2 });
  });

  test('waits while the largest number allowed is in flight', async () => {
    const system = await start();
    await system.send('1', '2', '3');
    const gates = [held(), held(), held()];
    let call = 0;
    const mapping = map(system, async () => (await gates[call++]?.reply()) ?? done, {
      batchSize: 1,
      maxConcurrency: 2,
    });
    await expect.poll(() => mapping.events, patience).toHaveLength(2);
    // The third is still in the queue, not received and held back.
    expect(await system.counts()).toEqual({ waiting: 1, invisible: 2 });
    gates[1]?.resolve(done);
    await expect.poll(() => mapping.events, patience).toHaveLength(3);
    for (const gate of gates) gate.resolve(done);
  });
});

describe('a reply', () => {
  const ids = ['a', 'b'];

  test.each([[null], [{}], [{ batchItemFailures: null }], [{ batchItemFailures: [] }]])(
    '%j says that all is done',
    (payload) => {
      expect([...failedItems(reply(payload), ids)]).toEqual([]);
    },
  );

  test('names what failed', () => {
    expect([...failedItems(failing('b'), ids)]).toEqual(['b']);
  });

  test.each([
    ['done'],
    [7],
    [[]],
    [{ batchItemFailures: 'b' }],
    [{ batchItemFailures: [{ itemIdentifier: '' }] }],
    [{ batchItemFailures: [{ itemIdentifier: null }] }],
    [{ batchItemFailures: [{ id: 'b' }] }],
    [{ batchItemFailures: [{ itemIdentifier: 'of another batch' }] }],
  ])('%j is malformed: all failed', (payload) => {
    expect([...failedItems(reply(payload), ids)]).toEqual(ids);
  });

  test('that is an error fails all', () => {
    expect([...failedItems({ ok: false, errorType: 'E', errorMessage: '' }, ids)]).toEqual(ids);
  });
});

/** Timers that run when the test says so. */
function handTurned() {
  const waits: { milliseconds: number; run: () => void }[] = [];
  const timers: Timers = {
    after: (milliseconds, run) => {
      waits.push({ milliseconds, run });
      return () => undefined;
    },
    every: () => () => undefined,
  };
  return { waits, timers };
}

describe('the end of a mapping', () => {
  test('waits for the batch in flight, which is deleted', async () => {
    const system = await start();
    await system.send('a');
    const gate = held();
    const mapping = map(system, gate.reply);
    await expect.poll(() => mapping.events, patience).toHaveLength(1);
    const closing = mapping.close();
    gate.resolve(done);
    expect(await closing).toBe(true);
    expect(await system.counts()).toEqual({ waiting: 0, invisible: 0 });
  });

  test('waits for ten seconds unless it is told otherwise', async () => {
    const system = await start();
    await system.send('a');
    const gate = held();
    const { waits, timers } = handTurned();
    const mapping = map(system, gate.reply, { timers });
    cleanups.push(() => gate.resolve(done));
    await expect.poll(() => mapping.events, patience).toHaveLength(1);
    const closing = mapping.close();
    expect(waits.map((wait) => wait.milliseconds)).toEqual([10_000]);
    waits[0]?.run();
    expect(await closing).toBe(false);
  });

  test('waits no longer than it is told', async () => {
    const system = await start();
    await system.send('a');
    const gate = held();
    const mapping = map(system, gate.reply);
    await expect.poll(() => mapping.events, patience).toHaveLength(1);
    expect(await mapping.close(20)).toBe(false);
    gate.resolve(done);
  });

  test('loses no message that comes after it, and calls nothing any more', async () => {
    const system = await start({ visibilityTimeoutSeconds: 600 });
    const first = map(system, async () => done);
    await system.send('before');
    await expect.poll(() => first.events, patience).toHaveLength(1);
    expect(await first.close()).toBe(true);
    await system.send('after');
    const second = map(system, async () => done);
    await expect.poll(() => second.bodies(), patience).toEqual([['after']]);
    expect(first.bodies()).toEqual([['before']]);
  });
});

test('a request whose sender goes in the middle of it is no failure', async () => {
  const lines: string[] = [];
  const { queues, counts } = await start({ log: (line) => lines.push(line) });
  const socket = connect(Number(new URL(queues.endpoint).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: queues\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n');
  // It is being read.
  await once(socket, 'data');
  socket.destroy();
  for (const _ of [1, 2]) await counts();
  expect(lines).toEqual([]);
});

test('a request whose sender goes once all of it has come, but was not read, is no failure', async () => {
  const lines: string[] = [];
  const serving = { log: (line: string) => lines.push(line), closing: new AbortController().signal };
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  request.push('{}');
  request.push(null);
  request.complete = true;
  serveSqs(serving as unknown as Parameters<typeof serveSqs>[0])(request, response);
  // As Node ends a request whose connection has closed.
  request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await expect.poll(() => response.writableEnded, patience).toBe(true);
  expect(lines).toEqual([]);
});

test('a queue that cannot be read is tried again after a pause', async () => {
  const system = await start();
  const { waits, timers } = handTurned();
  const mapping = map(system, async () => done, { queue: 'unknown', timers });
  await expect.poll(() => mapping.lines, patience).toHaveLength(1);
  expect(mapping.lines[0]).toMatch(/^Messages of the queue unknown could not be received: /);
  expect(waits.map((wait) => wait.milliseconds)).toEqual([1_000]);
  waits[0]?.run();
  await expect.poll(() => mapping.lines, patience).toHaveLength(2);
});

test('a call that is rejected fails its batch and not the mapping', async () => {
  const system = await start();
  await system.send('a');
  const mapping = map(system, rejecting);
  await expect.poll(() => mapping.lines, patience).toHaveLength(1);
  await system.send('b');
  await expect.poll(() => mapping.lines, patience).toHaveLength(2);
  expect(mapping.lines[0]).toMatch(/failed: Invoke: Error: no such function\.$/);
});
