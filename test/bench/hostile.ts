/**
 * What hostile files cost, and whether they hold up anybody else's photos: hundreds of them in one event, and meanwhile
 * a photo a second at most in another. Compared with the same photos alone, and while as many usual photos arrive: here
 * calls and workers share the cores of one machine, so that whatever arrives delays all else.
 *
 *   npm run bench:hostile -- [--files 600] [--quiet 20] [--seconds 900]
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
const MOST_SECONDS = numberArgument('seconds', 900);
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

async function measureDelays(system: CrowdSystem): Promise<void> {
  const host = await signIn(system.url);
  const photo = await usualPhoto();
  const eventId = await newEvent(host, 'Party');
  const quiet = await photoASecond(host, { eventId, photo, isOver: (sent) => sent >= QUIET });
  report('quiet', quiet);
  const beside = { system, host, eventId, photo };
  const usual = await besideFlood({ ...beside, files: [photo], lasts: (isUploaded) => !isUploaded });
  report(`while ${FILES} usual photos arrive`, usual.arriving);
  const worked = await besideFlood({ ...beside, files: hostile, lasts: () => true });
  report(`while ${FILES} hostile files arrive`, worked.arriving);
  report('while they are worked on', worked.later);
  const { errors } = (await system.functionCounts())['process-media'] ?? { errors: 0 };
  const left = worked.isDone ? 'all' : 'not all in time';
  print(`hostile files worked on: ${left}; runs that failed: ${errors}; load ${load()}`);
  const [arriving, later] = [beyond(worked.arriving, usual.arriving), beyond(worked.later, quiet)];
  print(`hostile: worst delay ${arriving} s while they arrive, ${later} s after that`);
}

/** How many seconds the worst of the first is later than the worst of the others. */
function beyond(waits: readonly number[], others: readonly number[]): string {
  return (Math.max(0, quantileOf(waits, 1) - quantileOf(others, 1)) / 1000).toFixed(1);
}

type Flood = Pick<Photos, 'eventId' | 'photo'> & {
  readonly system: CrowdSystem;
  readonly host: Client;
  readonly files: readonly File[];
  /** Whether photos are still to be sent as long as the flood is worked on. */
  readonly lasts: (isUploaded: boolean) => boolean;
};

type BesideFlood = { readonly arriving: number[]; readonly later: number[]; readonly isDone: boolean };

/** The waits of photos while files arrive in somebody else's event, and after that. */
async function besideFlood({ system, host, files, lasts, ...photos }: Flood): Promise<BesideFlood> {
  const other = await signIn(system.url);
  const flooded = await newEvent(other, 'Flood');
  const flood = [...Array(FILES).keys()].map((at) => files[at % files.length] as File);
  let isUploaded = false;
  let sentWhileArriving = 0;
  const uploaded = mapConcurrent(flood, UPLOADS_AT_ONCE, (file) => upload(other, flooded, file)).then(
    () => (isUploaded = true),
  );
  const endMs = performance.now() + MOST_SECONDS * 1000;
  const isDone = async (): Promise<boolean> => isUploaded && !(await isBusy(other, flooded));
  const waits = await photoASecond(host, {
    ...photos,
    isOver: async (sent) => {
      if (!isUploaded) sentWhileArriving = sent;
      return !lasts(isUploaded) || performance.now() > endMs || isDone();
    },
  });
  await uploaded;
  while (performance.now() < endMs && !(await isDone())) await pause(EVERY_MS);
  const [arriving, later] = [waits.slice(0, sentWhileArriving), waits.slice(sentWhileArriving)];
  return { arriving, later, isDone: await isDone() };
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
