import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listenForSite } from '../../infra/local/site-server.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { localQueueClient } from '../../infra/local/sqs/start-queues.ts';
import { startSystem, type System, type SystemOptions } from '../../infra/local/system.ts';
import { localStageInfoFile } from '../../infra/stages/stage-info.ts';
import { steadyPort } from '../fixtures/steady-port.ts';
import { eventually, jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { registerGuest, statusOf } from './guest-requests.ts';

let folder: string;
let system: System;
/** Another one, which meets trouble that passes, and takes all uploads: its functions are loaded once. */
let troubled: System;
/** What S3's next notifications of it meet. */
let notices: ('twice' | 'late')[] = [];
/** How its first requests for originals are answered; the others are well. */
let refusals: number[] = [];

/** Whether every message of every queue comes twice to it. */
let comesTwice = false;
/** The queues whose messages came again after they were done. */
const repeated = new Set<string>();

const start = (name: string, options: Partial<SystemOptions> = {}): Promise<System> =>
  startSystem({ port: 0, dataDir: path.join(folder, name), quiet: true, ...options });

function deliversTwice({ queue, receiveCount }: { queue: string; receiveCount: number }): boolean {
  if (!comesTwice || receiveCount !== 1) return false;
  repeated.add(queue);
  return true;
}

/** Runs once, however often it is called. */
function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
const closeSystem = once(() => system.close());
const closeTroubled = once(() => troubled.close());

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(tmpdir(), 'system-'));
  system = await start('one');
  troubled = await start('two', {
    deliversTwice,
    noticeTrouble: () => notices.shift(),
    faults({ method, path: target }) {
      if (method !== 'GET' || !target.includes('/media/originals/')) return undefined;
      const status = refusals.shift();
      return status === undefined ? undefined : { status };
    },
  });
}, 180_000);
afterAll(async () => {
  await Promise.all([closeSystem(), closeTroubled()]);
  await rm(folder, { recursive: true, force: true });
});

// What a test leaves over would meet the next one.
beforeEach(() => {
  refusals = [];
  notices = [];
  comesTwice = false;
});

// How soon is asserted by a clock of its own, in test/unit/jobs/job-redelivery.test.ts. A visibility time-out is twelve minutes:
// whoever waited for one here would run out of time.
it('a photo whose first attempt met a busy store and a refusal is there without anybody doing anything', async () => {
  const host = await signIn(troubled.url);
  const event = (await host.post('/api/events', { name: 'Busy', privacy: 'public' })).json;
  // It outlasts the first three within its first attempt. The fourth fails it, and the queue delivers its message again.
  refusals = [503, 503, 503, 403];
  const { id } = await upload(host, event.id, await jpegFile(1));
  expect(await waitUntilProcessed(host, event.id, id)).toMatchObject({ state: 'ready' });
  expect(refusals).toEqual([]);
}, 120_000);

it('photos of which S3 tells twice or late are there, once each', async () => {
  const host = await signIn(troubled.url);
  const event = (await host.post('/api/events', { name: 'Told twice', privacy: 'public' })).json;
  // Each upload is told of when it arrives, and its original when it is saved.
  notices = ['twice', 'late', 'late', 'twice'];
  const saved = [
    await upload(host, event.id, await jpegFile(2)),
    await upload(host, event.id, await jpegFile(3)),
  ];
  for (const { id } of saved)
    expect(await waitUntilProcessed(host, event.id, id)).toMatchObject({ state: 'ready' });
  expect(notices).toEqual([]);
  const { json } = await host.get(`/api/events/${event.id}/media`);
  expect(json.map(({ id }: { id: string }) => id)).toEqual([saved[1]?.id, saved[0]?.id]);
}, 120_000);

/** How many messages lie in the dead-letter queues. */
async function deadLetters(): Promise<number> {
  const { queues } = JSON.parse(await readFile(localStageInfoFile(path.join(folder, 'two')), 'utf8')) as {
    queues: Record<string, { deadLetters: string }>;
  };
  const client = localQueueClient(troubled.environment['AWS_ENDPOINT_URL_SQS'] ?? '');
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
  comesTwice = true;
  const host = await signIn(troubled.url);
  const event = (await host.post('/api/events', { name: 'Twice', privacy: 'public' })).json;
  const address = `/api/events/${event.id}`;
  const ids = await Promise.all(
    [1, 2].map(async (seed) => (await upload(host, event.id, await jpegFile(seed))).id),
  );
  for (const id of ids) await waitUntilProcessed(host, event.id, id);
  expect((await host.get(address)).json).toMatchObject({ mediaCount: 2 });
  expect((await host.delete(`${address}/media/${ids[0]}`)).status).toBe(204);
  expect((await host.get(address)).json).toMatchObject({ mediaCount: 1 });
  expect((await host.delete(address)).status).toBe(204);
  await eventually(() =>
    Promise.resolve(['media', 'moves', 'deletions'].every((name) => repeated.has(name))),
  );
  expect((await host.get(address)).status).toBe(404);
  expect(await deadLetters()).toBe(0);
}, 120_000);

it('runs twice side by side without sharing anything', async () => {
  expect(troubled.url).not.toBe(system.url);
  const guest = await registerGuest(system.url, 'Ann');
  expect(await statusOf(system.url, guest)).toBe(404);
  expect(await statusOf(troubled.url, guest)).toBe(401);
  await closeTroubled();
  expect((await fetch(system.url)).status).toBe(200);
});

it('keeps its secrets to the owner', () => {
  const secrets = path.join(folder, 'one/secrets');
  expect(statSync(secrets).mode & 0o777).toBe(0o700);
  expect(readdirSync(secrets)).toEqual(expect.arrayContaining(['local-access-key', 'media-signing-key']));
  for (const name of readdirSync(secrets))
    expect(statSync(path.join(secrets, name)).mode & 0o777).toBe(0o600);
});

it('says which kept secret is damaged, and leaves nothing open', async () => {
  const damaged = path.join(folder, 'damaged');
  await mkdir(path.join(damaged, 'secrets'), { recursive: true });
  await writeFile(path.join(damaged, 'secrets/media-signing-key'), 'no key');
  const port = await steadyPort();
  await expect(startSystem({ port, dataDir: damaged, quiet: true })).rejects.toThrow(
    /media-signing-key holds no private key/,
  );
  const free = await listenForSite(port);
  await free.close();
});

it('lets the functions find every service', async () => {
  expect(await system.invoke('repair-media', { olderThanSeconds: 0 })).toEqual({
    ok: true,
    payload: { redriven: 0 },
  });
  expect(system.environment).toMatchObject({
    SITE_URL: system.url,
    MEDIA_QUEUE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/media$/),
  });
});

it('counts a message that fails as Lambda does not: the call is a success, and the function says that it failed', async () => {
  const record = { messageId: 'm1', body: 'no message', attributes: { ApproximateReceiveCount: '1' } };
  expect(await system.invoke('reconcile-files', { Records: [record] })).toEqual({
    ok: true,
    payload: { batchItemFailures: [{ itemIdentifier: 'm1' }] },
  });
  expect(system.functionCounts('reconcile-files')).toEqual({
    invocations: 1,
    errors: 0,
    throttles: 0,
    coldStarts: 1,
  });
  const counted = async () => readFile(path.join(system.logsDir, 'jobs.log'), 'utf8');
  await expect.poll(counted).toMatch(/"function":"reconcile-files".*"FailedJobs":1/);
});

// The last test, because it closes the system that all share: only then are the logs complete.
it('writes no query and no token into any log', async () => {
  const guest = await registerGuest(system.url, 'Ann');
  await statusOf(system.url, guest);
  await fetch(`${system.url}/event/evt_last?token=${guest.token}`);
  await closeSystem();
  const { logsDir } = system;
  // The other, which has met more, is closed by now.
  const files = [logsDir, troubled.logsDir].flatMap((folder) =>
    readdirSync(folder).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const logs = (await Promise.all(files)).join('');
  expect(logs).toContain('evt_last');
  expect(logs).toContain('/api/guests');
  expect(logs).not.toContain(guest.token);
  expect(logs).not.toContain('token=');
});
