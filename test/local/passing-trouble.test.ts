import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';

let folder: string;
let system: System;
/** What S3's next notifications meet. */
let notices: ('twice' | 'late')[] = [];
/** How the first requests for originals are answered; the others are well. */
let refusals: number[] = [];

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(tmpdir(), 'passing-'));
  system = await startSystem({
    port: 0,
    dataDir: folder,
    quiet: true,
    noticeTrouble: () => notices.shift(),
    faults({ method, path: target }) {
      if (method !== 'GET' || !target.includes('/media/originals/')) return undefined;
      const status = refusals.shift();
      return status === undefined ? undefined : { status };
    },
  });
}, 180_000);
afterAll(async () => {
  await system.close();
  await rm(folder, { recursive: true, force: true });
});

// How soon is asserted by a clock of its own, in test/unit/jobs/job-redelivery.test.ts. A visibility time-out is twelve minutes:
// whoever waited for one here would run out of time.
it.each([
  // It outlasts these within its first attempt.
  ['a busy store', [503, 503, 503]],
  // What may not work in a moment fails the attempt, and the queue delivers its message again.
  ['a refusal', [403]],
])(
  'a photo whose first attempt met %s is there without anybody doing anything',
  async (_, met) => {
    const host = await signIn(system.url);
    const event = (await host.post('/api/events', { name: 'Busy', privacy: 'public' })).json;
    refusals = [...met];
    const { id } = await upload(host, event.id, await jpegFile(1));
    expect(await waitUntilProcessed(host, event.id, id)).toMatchObject({ state: 'ready' });
    expect(refusals).toEqual([]);
  },
  60_000,
);

it('photos of which S3 tells twice or late are there, once each', async () => {
  const host = await signIn(system.url);
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
}, 60_000);
