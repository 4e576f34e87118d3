import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem } from '../../infra/local/system.ts';
import { Client } from '../fixtures/api-client.ts';
import { LiveListener } from '../fixtures/live-listener.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { credentials, newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { numberArgument } from './argument.ts';
import { quantileOf } from './quantiles.ts';

// npm run bench:live: how soon open galleries hear of what changes. `--listeners 500 --photos 100` are what is promised:
// 95 of 100 approvals and removals within 2 s at every listener, votes within 5 s.

const listenerCount = numberArgument('listeners', 500);
const photoCount = numberArgument('photos', 100);
const BOUNDS = { approved: 2000, voted: 5000, rejected: 2000 } as const;
type Step = keyof typeof BOUNDS;

await ensureBuilt();
const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-live-'));
const system = await startSystem({ port: 0, dataDir, quiet: true });
try {
  process.exitCode = (await run(system.url)) ? 0 : 1;
} finally {
  await system.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function run(base: string): Promise<boolean> {
  const [host, guest] = [await signIn(base), await newGuest(base)];
  const { json: event } = await host.post('/api/events', {
    name: 'Heard',
    privacy: 'unlisted',
    moderationEnabled: true,
  });
  const photos: string[] = [];
  for (let seed = 0; seed < photoCount; seed += 1)
    photos.push((await upload(host, event.id, await jpegFile(seed % 7))).id);
  await untilReady(host, event.id);
  const listeners: LiveListener[] = [];
  for (let number = 0; number < listenerCount; number += 1) {
    // Each as somebody without a name: one person gets 120 tickets a minute.
    const { status, text, json } = await new Client(base).post(`/api/events/${event.id}/live-ticket`, {});
    if (status !== 201) throw new Error(`No ticket: ${status} ${text}`);
    listeners.push(await LiveListener.open(json));
  }
  const delays: Record<Step, number[]> = { approved: [], voted: [], rejected: [] };
  const measure = async (
    step: Step,
    act: () => Promise<unknown>,
    find: Parameters<LiveListener['hears']>[0],
  ) => {
    const begun = performance.now();
    const heard = listeners.map((listener) => listener.hears(find));
    await act();
    await Promise.all(heard);
    delays[step].push(performance.now() - begun);
  };
  for (const id of photos) {
    await measure(
      'approved',
      () => host.put(`/api/media/${id}/moderate`, { status: 'approved' }),
      ({ items }) => items?.find((item) => item.id === id),
    );
    await measure(
      'voted',
      () => guest.post(`/api/media/${id}/vote`, credentials(guest)),
      ({ votes }) => votes?.find((vote) => vote.id === id),
    );
    await measure(
      'rejected',
      () => host.put(`/api/media/${id}/moderate`, { status: 'rejected' }),
      ({ gone }) => gone?.find((item) => item.id === id),
    );
  }
  for (const listener of listeners) listener.close();
  return report(delays);
}

async function untilReady(host: Awaited<ReturnType<typeof signIn>>, eventId: string): Promise<void> {
  for (;;) {
    const { json } = await host.get(`/api/events/${eventId}/media?status=pending`);
    if ((json as { state: string }[]).every(({ state }) => state === 'ready')) return;
  }
}

/** From the request to the last of all listeners. @returns whether what is promised holds */
function report(delays: Record<Step, number[]>): boolean {
  console.log(`${photoCount} photos, ${listenerCount} listeners; ms from the request to the last listener`);
  const steps = Object.entries(delays) as [Step, number[]][];
  for (const [step, times] of steps) {
    const [median, most] = [quantileOf(times, 0.5), quantileOf(times, 0.95)].map(Math.round);
    console.log(`  ${step.padEnd(9)} median ${median}, p95 ${most}, bound ${BOUNDS[step]}`);
  }
  return steps.every(([step, times]) => quantileOf(times, 0.95) <= BOUNDS[step]);
}
