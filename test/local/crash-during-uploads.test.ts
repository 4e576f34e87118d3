import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { killTree, runNpmStart, type StartedProcess } from '../fixtures/run-npm-start.ts';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, putUpload, save } from '../fixtures/uploads.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';

const UPLOADS = 18;
/** This many begin at once, and the others only after the kill, however fast the first are. */
const FIRST = 14;

let folder: string;
let running: StartedProcess;

beforeAll(() => ensureBuilt(), 180_000);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
});
afterEach(async () => {
  killTree(running.pid);
  await rm(folder, { recursive: true, force: true });
});

it('after a kill in the middle of uploads, every item that was answered is there and gets its renditions', async () => {
  running = runNpmStart({ PORT: '0', DATA_DIR: folder });
  const base = await running.ready();
  const host = await signIn(base);
  const event = (await host.post('/api/events', { name: 'Killed', privacy: 'public' })).json;
  const guest = await newGuest(base);

  // The sixth answer is the signal: by then some are saved, some are sent, and some have not begun.
  const kept: string[] = [];
  let killed: (() => void) | undefined;
  const kill = new Promise<void>((resolve) => (killed = resolve));
  const uploads = Array.from({ length: UPLOADS }, async (_, seed) => {
    const file = await jpegFile(seed);
    if (seed >= FIRST) await kill;
    const objectPath = await putUpload(guest, event.id, file);
    const answer = await save(guest, event.id, { objectPath, file });
    if (answer.status === 201) kept.push(answer.json.id);
    if (kept.length === 6) killed?.();
  });
  await kill;
  killTree(running.pid);
  const ends = await Promise.allSettled(uploads);
  expect(ends.some(({ status }) => status === 'rejected')).toBe(true);

  running = runNpmStart({ PORT: new URL(base).port, DATA_DIR: folder });
  await running.ready();
  await eventually(async () => {
    const { json } = await host.get(`/api/events/${event.id}/media`);
    const ready = new Set(json.filter((item) => item.state === 'ready').map((item) => item.id));
    return kept.every((id) => ready.has(id));
  });
  const { json } = await host.get(`/api/events/${event.id}/media`);
  for (const item of json.filter(({ id }) => kept.includes(id))) {
    expect((await host.get(renditionUrl(item))).status).toBe(200);
  }
  expect((await host.get(`/api/events/${event.id}`)).json.mediaCount).toBe(json.length);
}, 120_000);
