import { ReceiveMessageCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localQueueClient, type LocalQueues, startQueues } from '../../infra/local/sqs/start-queues.ts';
import { moveDeadLetters } from '../../infra/operate/move-dead-letters.ts';

let queues: LocalQueues;
let client: SQSClient;
let folder: string;
let from: string;
let to: string;

beforeEach(async () => {
  const work = { name: 'work', dlq: 'work-dlq', visibilityTimeoutSeconds: 30, maxReceiveCount: 3 };
  folder = await mkdtemp(path.join(tmpdir(), 'dead-letters-'));
  queues = await startQueues({ folder, queues: [work], log: (line) => expect.fail(line) });
  client = localQueueClient(queues.endpoint);
  [from, to] = [queues.urlOf('work-dlq'), queues.urlOf('work')];
});
afterEach(async () => {
  client.destroy();
  await queues.close();
  await rm(folder, { recursive: true, force: true });
});

const send = async (body: string): Promise<void> =>
  void (await client.send(new SendMessageCommand({ QueueUrl: from, MessageBody: body })));

async function bodiesIn(QueueUrl: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return bodies.toSorted();
    bodies.push(...Messages.map(({ Body = '' }) => Body));
  }
}

it('moves every message of the dead-letter queue back to its queue, however many there are', async () => {
  const bodies = Array.from({ length: 43 }, (_, at) => JSON.stringify({ at }));
  for (const body of bodies) await send(body);
  const startedMs = Date.now() + 1000;
  expect(await moveDeadLetters({ client, from, to, startedMs })).toEqual({
    moved: 43,
    failedAgain: 0,
    streamFailures: 0,
  });
  expect(await bodiesIn(to)).toEqual(bodies.toSorted());
  expect(await bodiesIn(from)).toEqual([]);
});

it('leaves what has just failed again, and what no worker of the queue can read', async () => {
  const table = JSON.stringify({ requestContext: {}, DDBStreamBatchInfo: { shardId: 'shard-1' } });
  for (const body of [table, '{"late":1}']) await send(body);
  // Everything here came after the start.
  expect(await moveDeadLetters({ client, from, to, startedMs: Date.now() - 60_000 })).toEqual({
    moved: 0,
    failedAgain: 1,
    streamFailures: 1,
  });
  expect(await bodiesIn(to)).toEqual([]);
  // Both can be received again at once.
  expect(await bodiesIn(from)).toEqual([table, '{"late":1}'].toSorted());
});
