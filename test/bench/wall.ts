import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem } from '../../infra/local/system.ts';
import { launch } from '../fixtures/browser.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { fillGallery } from '../load/large-gallery.ts';

// npm run bench:wall: eight hours of a wall in fast time, and a minute of it in real time at a quarter of the processor's
// speed. `--hours 2` for fewer, `--minutes 60` for more of the real time, `--items 500` for a smaller event.

const option = (name: string, otherwise: number): number =>
  Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || otherwise;

const hours = option('hours', 8);
const minutes = option('minutes', 1);
const items = option('items', 5_000);
const MOST_GROWTH = 1.2;
const LONGEST_TASK_MS = 50;
/** Longer than a picture stands. */
const STEP_MS = 8_500;
const STEPS_PER_HOUR = Math.ceil(3_600_000 / STEP_MS);
const SLOW = 4;
const SCREEN = { width: 1920, height: 1080 };

const folder = await mkdtemp(path.join(tmpdir(), 'bench-wall-'));
let failures = 0;

await ensureBuilt();
const system = await startSystem({ port: 0, dataDir: folder, quiet: true });
const browser = await launch();
try {
  await fastHours(await eventOf(items, 'tiny'));
  await realMinutes(await eventOf(40, 'full'));
} finally {
  await browser.close();
  await system.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
console.log(failures === 0 ? '\nAll targets are met.' : `\n${failures} targets are missed.`);

async function eventOf(count: number, files: 'full' | 'tiny'): Promise<string> {
  const owner = await signIn(system.url, 'Olive');
  const { json } = await owner.post('/api/events', { name: 'Summer', privacy: 'public' });
  await fillGallery(system.environment, { eventId: json.id, userId: owner.userId, count, files });
  return json.id;
}

async function newWall(): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ baseURL: system.url, viewport: SCREEN });
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page) };
}

async function fastHours(eventId: string): Promise<void> {
  const { page, session } = await newWall();
  // The service's clock is another, so that no connection would hear from it in time. The page looks for changes instead.
  await page.routeWebSocket(/\/event\/realtime/, (socket) => socket.close());
  await page.clock.install();
  await page.goto(`/event/${eventId}/wall`);
  await nextSpread(page);
  const heaps: number[] = [];
  const seen = new Set<string>();
  let spreads = 0;
  for (let hour = 1; hour <= hours; hour += 1) {
    for (let step = 0; step < STEPS_PER_HOUR; step += 1) {
      await page.clock.runFor(STEP_MS);
      for (const shown of await nextSpread(page)) seen.add(shown);
      spreads += 1;
    }
    heaps.push(await heapOf(session));
    console.log(`  after ${hour} h: ${megabytes(heaps.at(-1))} MB`);
  }
  console.log(`\n${hours} hours of ${items} items in fast time`);
  console.log(`  ${spreads} steps, ${seen.size} different pictures`);
  console.log(
    `  heap after the first hour ${megabytes(heaps[0])} MB, at the end ${megabytes(heaps.at(-1))} MB`,
  );
  row(
    'heap at the end / after an hour',
    (heaps.at(-1) ?? Number.NaN) / (heaps[0] ?? Number.NaN),
    MOST_GROWTH,
  );
  row('layers on the stage', await page.locator('[data-spread]').count(), 2);
  await page.context().close();
}

/** Waits until pictures are on the stage. @returns their addresses */
async function nextSpread(page: Page): Promise<string[]> {
  await page.locator('[data-spread] :is(img, video)').first().waitFor();
  return page
    .locator('[data-spread] img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
}

async function realMinutes(eventId: string): Promise<void> {
  const { page, session } = await newWall();
  await page.goto(`/event/${eventId}/wall`);
  await nextSpread(page);
  // What the page does once, as it starts, is measured by `bench:web` for all pages.
  await page.waitForTimeout(10_000);
  // Before and after what is measured: collecting all garbage is a long task of its own.
  const first = await heapOf(session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  await page.evaluate(`(() => {
    window.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
    }).observe({ type: 'longtask' });
  })()`);
  for (let minute = 0; minute < minutes; minute += 1) await page.waitForTimeout(60_000);
  const longestTask = await page.evaluate<number>('window.longestTask');
  console.log(`\n${minutes} real minutes, at a quarter of the processor's speed`);
  console.log(`  heap ${megabytes(first)} MB at first, ${megabytes(await heapOf(session))} MB at the end`);
  row('longest task, ms', longestTask, LONGEST_TASK_MS);
  await page.context().close();
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

function megabytes(bytes: number | undefined): string {
  return ((bytes ?? Number.NaN) / 1e6).toFixed(2);
}

function row(title: string, value: number, most: number): void {
  const isMet = value <= most;
  if (!isMet) failures += 1;
  console.log(
    `  ${title.padEnd(34)} ${String(Number(value.toFixed(3))).padStart(8)}   ≤ ${most}   ${isMet ? 'met' : 'MISSED'}`,
  );
}
