import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { localQueueClient } from '../../infra/local/sqs/start-queues.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import { localStageInfoFile } from '../../infra/stages/stage-info.ts';
import { eventually, jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { signIn } from '../fixtures/users-and-guests.ts';

let folder: string;
let system: System;
/** The queues whose messages came again after they were done. */
const repeated = new Set<string>();

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(tmpdir(), 'twice-'));
  system = await startSystem({
    port: 0,
    dataDir: folder,
    quiet: true,
    deliversTwice({ queue, receiveCount }) {
      if (receiveCount === 1) repeated.add(queue);
      return receiveCount === 1;
    },
  });
}, 180_000);
afterAll(async () => {
  await system.close();
  await rm(folder, { recursive: true, force: true });
});

/** How many messages lie in the dead-letter queues. */
async function deadLetters(): Promise<number> {
  const { queues } = JSON.parse(await readFile(localStageInfoFile(folder), 'utf8')) as {
    queues: Record<string, { deadLetters: string }>;
  };
  const client = localQueueClient(system.environment['AWS_ENDPOINT_URL_SQS'] ?? '');
  const counts = await Promise.all(
    Object.values(queues).map(async ({ deadLetters: QueueUrl }) => {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      return Number(Attributes['ApproximateNumberOfMessages']);
    }),
  );
  client.destroy();
  return counts.reduce((sum, count) => sum + count, 0);
}

it('every job does its work once where every message comes twice', async () => {
  const host = await signIn(system.url);
  const event = (await host.post('/api/events', { name: 'Twice', privacy: 'public' })).json;
  const path = `/api/events/${event.id}`;
  const ids = await Promise.all(
    [1, 2].map(async (seed) => (await upload(host, event.id, await jpegFile(seed))).id),
  );
  for (const id of ids) await waitUntilProcessed(host, event.id, id);
  expect((await host.get(path)).json).toMatchObject({ mediaCount: 2 });
  expect((await host.delete(`${path}/media/${ids[0]}`)).status).toBe(204);
  expect((await host.get(path)).json).toMatchObject({ mediaCount: 1 });
  expect((await host.delete(path)).status).toBe(204);
  await eventually(() =>
    Promise.resolve(['media', 'moves', 'deletions'].every((name) => repeated.has(name))),
  );
  expect((await host.get(path)).status).toBe(404);
  expect(await deadLetters()).toBe(0);
}, 120_000);
