/**
 * What hostile files cost, and whether they hold up anybody else's photos: hundreds of them in one event, and meanwhile
 * a photo a second at most in another, beside the same photos without them.
 *
 *   npm run bench:hostile -- [--files 600] [--quiet 20] [--seconds 600]
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { mapConcurrent } from '../../functions/aws/map-concurrent.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import type { Client } from '../fixtures/api-client.ts';
import { hostilePictures, usualPhoto } from '../fixtures/hostile-pictures.ts';
import { type File, upload } from '../fixtures/uploads.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { numberArgument } from './argument.ts';
import { type CrowdSystem, startCrowdSystem } from './crowd-system.ts';
import { costOf } from './hostile-cost.ts';
import { quantileOf } from './quantiles.ts';

const FILES = numberArgument('files', 600);
const QUIET = numberArgument('quiet', 20);
const MOST_SECONDS = numberArgument('seconds', 600);
const UPLOADS_AT_ONCE = 4;
const EVERY_MS = 1000;
const LOOK_MS = 40;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const load = (): string => loadavg()[0]?.toFixed(1) ?? '';

await ensureBuilt();
print(`${cpus()[0]?.model}, ${cpus().length} cores, load ${load()}`);
const hostile = await hostilePictures();
for (const file of hostile) {
  const { outcome, cpuSeconds, megabytes } = await costOf(file);
  const size = `${Math.ceil(file.bytes.length / 1000)} kB`;
  print(
    `${file.name.padEnd(26)} ${size.padStart(8)}  ${outcome.padEnd(10)} ${cpuSeconds.toFixed(2)} CPU s, ${megabytes.toFixed(0)} MB`,
  );
}
const system = await startCrowdSystem({ holdMs: 10 });
try {
  await measureDelays(system);
} finally {
  await system.close();
}

async function measureDelays({ url, functionCounts }: CrowdSystem): Promise<void> {
  const host = await signIn(url);
  const photo = await usualPhoto();
  const eventId = await newEvent(host, 'Party');
  const quiet = await photoASecond(host, { eventId, photo, isOver: (sent) => sent >= QUIET });
  report('quiet', quiet);
  const attacker = await signIn(url);
  const attacked = await newEvent(attacker, 'Hostile');
  const flood = [...Array(FILES).keys()].map((at) => hostile[at % hostile.length] as File);
  let isUploaded = false;
  const uploaded = mapConcurrent(flood, UPLOADS_AT_ONCE, (file) => upload(attacker, attacked, file)).then(
    () => (isUploaded = true),
  );
  const endMs = performance.now() + MOST_SECONDS * 1000;
  const meanwhile = await photoASecond(host, {
    eventId,
    photo,
    isOver: async () => performance.now() > endMs || (isUploaded && !(await isBusy(attacker, attacked))),
  });
  await uploaded;
  report(`with ${FILES} hostile files`, meanwhile);
  const left = await isBusy(attacker, attacked);
  const { errors } = (await functionCounts())['process-media'] ?? { errors: 0 };
  print(
    `hostile files worked on: ${left ? 'not all in time' : 'all'}; runs that failed: ${errors}; load ${load()}`,
  );
  const usual = quantileOf(quiet, 0.5);
  const worst = Math.max(0, Math.max(...meanwhile) - usual) / 1000;
  print(`hostile: worst delay ${worst.toFixed(1)} s`);
}

type Photos = {
  readonly eventId: string;
  readonly photo: File;
  readonly isOver: (sent: number) => boolean | Promise<boolean>;
};

/**
 * One after the other, and at most one a second: a machine that takes longer for each would only measure its own queue.
 * @returns for each photo the milliseconds from its save to its renditions
 */
async function photoASecond(host: Client, { eventId, photo, isOver }: Photos): Promise<number[]> {
  const waits: number[] = [];
  while (!(await isOver(waits.length))) {
    const next = pause(EVERY_MS);
    const { id } = await upload(host, eventId, photo);
    const savedMs = performance.now();
    while (await isProcessing(host, eventId, id as string)) await pause(LOOK_MS);
    waits.push(performance.now() - savedMs);
    await next;
  }
  return waits;
}

/** Looks at one's own items: the gallery's list is shared by all who ask for it so often, and seconds old. */
async function isProcessing(host: Client, eventId: string, id: string): Promise<boolean> {
  const { json } = await host.get(`/api/events/${eventId}/media?mine=true&limit=1`);
  const [newest] = json as { id: string; state: string }[];
  return newest?.id !== id || newest.state === 'processing';
}

/** Whether anything of an event is still being processed. Oldest first would show what is done; newest is done last. */
async function isBusy(host: Client, eventId: string): Promise<boolean> {
  let path: string | undefined = `/api/events/${eventId}/media?limit=200`;
  while (path !== undefined) {
    const { json, headers }: Answer = await host.get(path);
    if ((json as { state: string }[]).some(({ state }) => state === 'processing')) return true;
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return false;
}

type Answer = { json: unknown; headers: Headers };

async function newEvent(host: Client, name: string): Promise<string> {
  return (await host.post('/api/events', { name, privacy: 'public' })).json.id;
}

function report(name: string, waits: readonly number[]): void {
  const [median, p95, worst] = [0.5, 0.95, 1].map((share) => (quantileOf(waits, share) / 1000).toFixed(2));
  print(
    `${name}: ${waits.length} photos, seen after ${median} s (median), ${p95} s (95 %), ${worst} s (worst)`,
  );
}
