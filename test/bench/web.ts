import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { freePort } from '../../infra/local/http/free-port.ts';
import { startSystem } from '../../infra/local/system.ts';
import { requireChromium } from '../fixtures/chromium.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { fillGallery } from '../load/large-gallery.ts';
import { startHttpsProxy } from './web/https-proxy.ts';
import { type LongGallery, walkLongGallery } from './web/long-gallery.ts';
import { loadPage, type PageLoad } from './web/page-load.ts';

// npm run bench:web: how pages load and scroll on a phone. `--rounds 9` for more than five. Needs openssl.

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const LONG = 10_000;
const folder = await mkdtemp(path.join(tmpdir(), 'bench-web-'));
let failures = 0;

await ensureBuilt();
const system = await startSystem({ port: 0, dataDir: folder, quiet: true });
const front = await startHttpsProxy(system.url);
try {
  await inBrowser(async (port) => {
    await report('Landing page', await loads(`${front.url}/`, port));
    const photos = await galleryOf(200, 'full');
    await report('Public event of 200 photos', await loads(`${front.url}/event/${photos}`, port));
  });
  const long = await galleryOf(LONG, 'tiny');
  await inBrowser(async (_port, browser) => {
    const found: LongGallery[] = [];
    while (found.length < rounds) found.push(await walk(browser, `${front.url}/event/${long}`));
    const middle = (of: (said: LongGallery) => number) => median(found.map(of));
    console.log(`\nGallery of ${LONG}, walked to its end, medians of ${rounds}`);
    // For these two the worst round counts.
    row('tiles in the page at most', { value: Math.max(...found.map((said) => said.mostTiles)), most: 200 });
    row('tiles that moved', { value: Math.max(...found.map((said) => said.moved)), most: 0 });
    row('empty while flicked, %', { value: middle((said) => said.emptyShare * 100), most: 4 });
    row('slowest press, ms', { value: middle((said) => said.slowestPressMs), most: 100 });
    row('heap, MB', { value: middle((said) => said.heapBytes / 1e6), most: 20 });
  });
} finally {
  await front.close();
  await system.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
console.log(failures === 0 ? '\nAll targets are met.' : `\n${failures} targets are missed.`);

async function galleryOf(count: number, files: 'full' | 'tiny'): Promise<string> {
  const owner = await signIn(system.url, 'Olive');
  const { json } = await owner.post('/api/events', { name: 'Summer', privacy: 'public', date: '2026-06-30' });
  await fillGallery(system.environment, { eventId: json.id, userId: owner.userId, count, files });
  return json.id;
}

async function inBrowser(use: (port: number, browser: Browser) => Promise<void>): Promise<void> {
  const port = await freePort();
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [
      ...quiet,
      `--remote-debugging-port=${port}`,
      `--ignore-certificate-errors-spki-list=${front.keyHash}`,
    ],
  });
  try {
    await use(port, browser);
  } finally {
    await browser.close();
  }
}

async function loads(url: string, port: number): Promise<PageLoad[]> {
  const found: PageLoad[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await loadPage(url, port));
  return found;
}

async function walk(browser: Browser, url: string): Promise<LongGallery> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const said = await walkLongGallery(await context.newPage(), { url, count: LONG });
  await context.close();
  return said;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function report(title: string, found: readonly PageLoad[]): Promise<void> {
  const middle = (of: (load: PageLoad) => number) => median(found.map(of));
  console.log(`\n${title}, medians of ${found.length}`);
  row('performance', { value: middle((load) => load.performance), least: 98 });
  row('accessibility', { value: middle((load) => load.accessibility), least: 100 });
  row('best practices', { value: middle((load) => load.bestPractices), least: 100 });
  row('search engines', { value: middle((load) => load.seo), least: 100 });
  row('largest paint, ms', { value: middle((load) => load.largestPaintMs), most: 1800 });
  row('blocked, ms', { value: middle((load) => load.blockingMs), most: 100 });
  row('layout shift', { value: middle((load) => load.shift), most: 0 });
  row('code over the network, kB', { value: middle((load) => load.codeBytes / 1000), most: 120 });
  const failed = new Set(found.flatMap((load) => load.failed));
  if (failed.size > 0) console.log(`  not passed: ${[...failed].join(', ')}`);
}

function row(title: string, at: { value: number; least?: number; most?: number }): void {
  const isMet = at.value >= (at.least ?? -Infinity) && at.value <= (at.most ?? Infinity);
  if (!isMet) failures += 1;
  const target = at.least === undefined ? `≤ ${at.most}` : `≥ ${at.least}`;
  const value = Number(at.value.toFixed(2)).toString();
  console.log(`  ${title.padEnd(28)} ${value.padStart(9)}   ${target.padEnd(8)} ${isMet ? 'met' : 'MISSED'}`);
}
