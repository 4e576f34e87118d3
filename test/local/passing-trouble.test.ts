import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';

/** As often as the SDK itself asks for an object: so often in a row fails one attempt of the worker. */
const TRIES_OF_AN_ATTEMPT = 3;

let folder: string;
let system: System;
/** Requests for originals, and how many of the first ones are answered 503. */
let asked: string[] = [];
let refusals = 0;

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(tmpdir(), 'passing-'));
  system = await startSystem({
    port: 0,
    dataDir: folder,
    quiet: true,
    faults({ method, path: target }) {
      if (method !== 'GET' || !target.includes('/media/originals/')) return undefined;
      asked.push(target);
      return asked.length <= refusals ? { status: 503 } : undefined;
    },
  });
}, 180_000);
afterAll(async () => {
  await system.close();
  await rm(folder, { recursive: true, force: true });
});

// A visibility time-out is twelve minutes: whoever waited for one here would run out of time.
it('a photo whose first attempts met a busy store is there a few seconds later', async () => {
  const host = await signIn(system.url);
  const event = (await host.post('/api/events', { name: 'Busy', privacy: 'public' })).json;
  asked = [];
  refusals = TRIES_OF_AN_ATTEMPT;
  const { id } = await upload(host, event.id, await jpegFile(1));
  expect(await waitUntilProcessed(host, event.id, id)).toMatchObject({ state: 'ready' });
  expect(asked.length).toBeGreaterThan(TRIES_OF_AN_ATTEMPT);
}, 60_000);
