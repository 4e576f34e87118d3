import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  completeMessagesTable,
  MESSAGES_SETUP,
  messageStatements,
} from '../../infra/local/sqs/message-statements.ts';
import type { DeliversTwice } from '../../infra/local/sqs/message-store.ts';
import { localQueueClient, startQueues } from '../../infra/local/sqs/start-queues.ts';

const HOUR_MS = 3_600_000;

let folder: string;
let cleanups: (() => unknown)[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'queue-limits-'));
  cleanups = [() => rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** A queue at a time of the test's choice, and what the tests ask of it. */
async function start(deliversTwice?: DeliversTwice) {
  const clock = { ms: Date.UTC(2026, 6, 1) };
  const queues = await startQueues({
    folder,
    now: () => clock.ms,
    deliversTwice,
    queues: [
      { name: 'jobs', visibilityTimeoutSeconds: 600, maxReceiveCount: 3, dlq: 'jobs-dlq', maxInFlight: 2 },
    ],
    log: (line) => expect.fail(line),
  });
  cleanups.push(() => queues.close());
  const client = localQueueClient(queues.endpoint);
  cleanups.push(() => client.destroy());
  const QueueUrl = queues.urlOf('jobs');
  const receive = async (wait = 0): Promise<Message[]> => {
    const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1, WaitTimeSeconds: wait });
    return (await client.send(command)).Messages ?? [];
  };
  const change = async (message: Message | undefined, seconds: number) => {
    const Entries = [{ Id: '1', ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: seconds }];
    const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries });
    return (await client.send(command)).Failed?.map(({ Code }) => Code) ?? [];
  };
  const remove = async (message: Message | undefined) => {
    const Entries = [{ Id: '1', ReceiptHandle: message?.ReceiptHandle }];
    await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  };
  const send = (MessageBody: string) => client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  return { client, QueueUrl, clock, send, receive, change, remove };
}

describe('a message', () => {
  it('is hidden for twelve hours at most from when it was received, prolongations included', async () => {
    const { clock, send, receive, change } = await start();
    await send('long');
    const [first] = await receive();
    expect(await change(first, 43_200)).toEqual([]);
    clock.ms += HOUR_MS;
    expect(await change(first, 43_200)).toEqual(['InvalidParameterValue']);
    expect(await change(first, 11 * 3600)).toEqual([]);
    clock.ms += 11 * HOUR_MS;
    expect(await change(first, 0)).toEqual(['MessageNotInflight']);
    // The twelve hours begin again with the next delivery.
    const [second] = await receive();
    expect(await change(second, 43_200)).toEqual([]);
  });

  it('may come once more although it was deleted', async () => {
    const { send, receive, remove } = await start(({ receiveCount }) => receiveCount === 1);
    await send('twice');
    const [first] = await receive();
    await remove(first);
    const [second] = await receive();
    expect([first?.Body, second?.Body]).toEqual(['twice', 'twice']);
    expect(second?.MessageId).toBe(first?.MessageId);
    await remove(second);
    expect(await receive()).toEqual([]);
  });
});

describe('a queue with as many messages in flight as it takes', () => {
  it('refuses a call that does not wait, and has nothing for one that does, until there is room', async () => {
    const { client, QueueUrl, clock, send, receive, remove } = await start();
    await Promise.all(['1', '2', '3'].map(send));
    const [first] = await receive();
    await receive();
    await expect(receive()).rejects.toMatchObject({ name: 'OverLimit' });
    const waiting = receive(20);
    // Answered after the call that waits has begun to.
    await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
    await remove(first);
    await send('4');
    expect(await waiting).toHaveLength(1);
    clock.ms += 601_000;
    expect(await receive()).toHaveLength(1);
  });
});

it('finds its messages by indexes, however many there are', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(MESSAGES_SETUP);
  completeMessagesTable(database);
  const plans = Object.entries(messageStatements(database)).map(([name, { sourceSQL }]) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sourceSQL}`).all();
    return [name, steps.map(({ detail }) => String(detail)).join('; ')] as const;
  });
  expect(plans.length).toBeGreaterThan(10);
  expect(plans.filter(([, plan]) => /SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
  database.close();
});
