import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { type Guest, type SignedIn, signIn } from '../fixtures/users-and-guests.ts';
import { numberArgument } from './argument.ts';
import { createCalls } from './crowd-calls.ts';
import { compare } from './crowd-check.ts';
import { type Crowd, openTopVoted, visit } from './crowd-guest.ts';
import { createLedger } from './crowd-ledger.ts';
import { createPhotos } from './crowd-photos.ts';
import { waitUntilQuiet } from './crowd-quiet.ts';
import { printCalls, printFindings, printTable, printVerdict } from './crowd-report.ts';
import { excessesOf } from './crowd-targets.ts';
import { type CrowdSystem, startCrowdSystem } from './crowd-system.ts';

// npm run bench:crowd: the guests of one event on the local system. `--seconds 60 --guests 200` for fewer, `--hold 20`,
// `--at-once 50`, `--photos 10`. Guests arrive evenly and do one thing after another; so many of their requests are under way
// at once, and what this machine cannot take in time makes the run longer. Linux only.

const seconds = numberArgument('seconds', 300);
const guestCount = numberArgument('guests', 2000);
const holdMs = numberArgument('hold', 20);
const atOnce = numberArgument('at-once', 50);
const photosEach = numberArgument('photos', 10);
/** Few for few guests, who would wait for them. */
const HOST_PHOTOS = Math.min(12, guestCount);
const PROBE_PAUSE_MS = 200;

const isFine = await run();
process.exitCode = isFine ? 0 : 1;

async function run(): Promise<boolean> {
  await ensureBuilt();
  const system = await startCrowdSystem({ holdMs });
  try {
    return await measure(system);
  } finally {
    await system.close();
  }
}

async function measure(system: CrowdSystem): Promise<boolean> {
  const owner = await signIn(system.url);
  const crowd = await openEvent(system, owner);
  await system.resetMeter();
  const memory = [system.memoryBytes()];
  const empty = startEmptyCalls(system.url);
  const started = performance.now();
  const guests = await arrive(crowd);
  const visits = await system.meter();
  // Everybody at once.
  await Promise.all(guests.map((guest) => openTopVoted(crowd, guest)));
  const tookSeconds = (performance.now() - started) / 1000;
  const emptyCalls = await empty.stop();
  const givenUp = await waitUntilQuiet(system);
  memory.push(system.memoryBytes());
  const meters = { visits, end: await system.meter() };
  const findings = await compare(owner, crowd.eventId, crowd.ledger);
  const { calls } = crowd;
  const functionCounts = await system.functionCounts();
  const measured = { holdMs, seconds, calls: calls.stats(), emptyCalls, meters, functionCounts };
  console.log(
    `${guests.length} guests, arriving in ${seconds} s, hold ${holdMs} ms, at most ${atOnce} requests at once: ${tookSeconds.toFixed(0)} s`,
  );
  printCalls(measured);
  printTable(measured);
  printFindings(findings);
  const [before, after] = memory.map((bytes) => (bytes / 1e6).toFixed(0));
  console.log(`Memory of the system: ${before} MB at the start, ${after} MB at the end`);
  for (const failure of calls.failures) console.log(`  ${failure}`);
  const { lost, doubled, unknown, unfinished, miscounted, misplaced } = findings;
  const failed = [...calls.stats().values()].reduce((sum, stats) => sum + stats.failed, 0);
  const found = { lost, doubled, failed, unknown, unfinished, miscounted, misplaced };
  return printVerdict({ ...found, 'given up': givenUp, ...excessesOf(measured) });
}

/** An event that its host has put some photos into. */
async function openEvent({ url }: CrowdSystem, owner: SignedIn): Promise<Crowd> {
  const { json: event } = await owner.post('/api/events', { name: 'Crowd', privacy: 'public' });
  const [photo, ledger] = [await createPhotos(), createLedger()];
  for (let at = 0; at < HOST_PHOTOS; at += 1) {
    const file = photo(`host-${at}.jpg`);
    ledger.sent(file.name);
    const { id } = await upload(owner, event.id, file);
    await waitUntilProcessed(owner, event.id, id);
    ledger.saved(file.name, id);
  }
  return { url, eventId: event.id, calls: createCalls({ atOnce }), ledger, photo, photosEach };
}

/** Has all guests arrive, one after another, and waits until the last has seen enough. */
async function arrive(crowd: Crowd): Promise<Guest[]> {
  const gapMs = (1000 * seconds) / guestCount;
  const visits = Array.from({ length: guestCount }, async (_, number) => {
    await pause(number * gapMs);
    return visit(crowd, number);
  });
  return (await Promise.all(visits)).filter((guest) => guest !== undefined);
}

/** Makes the cheapest call all the time, as what the others are compared with: it asks nothing of the table. */
function startEmptyCalls(url: string): { stop: () => Promise<number[]> } {
  const durations: number[] = [];
  let isOver = false;
  async function ask(): Promise<void> {
    while (!isOver) {
      const started = performance.now();
      const answer = await fetch(`${url}/api/push/vapid-public-key`).catch(() => undefined);
      await answer?.text();
      if (answer?.ok) durations.push(performance.now() - started);
      await pause(PROBE_PAUSE_MS);
    }
  }
  const asking = ask();
  return {
    async stop() {
      isOver = true;
      await asking;
      return durations;
    },
  };
}
