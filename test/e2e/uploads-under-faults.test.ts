import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { requireHeadlessChromium } from '../fixtures/chromium.ts';
import { photosOf } from './faulty-network.ts';
import { DESKTOP, FLAGS } from '../fixtures/browser.ts';
import { storedJobs } from './stored-uploads.ts';
import { newUploadTestBed, send, sendWithoutNetwork, UPLOAD_TIMEOUT_MS } from './upload-test-bed.ts';

// Uploads from a browser to the whole system over a faulty network.

/** After this time without progress a request is given up; uploads-queue.test.ts checks it to the millisecond. */
const STALL_MS = 30_000;
const PAUSE_MS = 1000;
const testBed = newUploadTestBed();
const { expectAll } = testBed;
const options = () => ({ ...testBed.options, viewport: DESKTOP });

it('uploads every file despite 503s, resets, failed signings, expired URLs, and an outage', async () => {
  // In five PUTs: two of them fail, and the fifth is held.
  const photos = await photosOf(3, 2000);
  const context = await testBed.browser.newContext(options());
  await context.clock.install();
  const page = await testBed.open(context);
  const offline = Promise.withResolvers<void>();
  const tried = new Set<string>();
  const expired = new Set<string>();
  const met = { unavailable: 0, reset: 0, expired: 0, unsigned: 0 };
  let puts = 0;
  let signings = 0;
  testBed.network.onPut = ({ path: url }) => {
    if (expired.has(url)) {
      met.expired += 1;
      return { status: 403 };
    }
    tried.add(url);
    puts += 1;
    if (puts === 5) {
      // In progress when the network fails.
      offline.resolve();
      return 'hold';
    }
    if (puts === 2) {
      met.unavailable += 1;
      return { status: 503 };
    }
    if (puts !== 3) return undefined;
    met.reset += 1;
    return 'reset';
  };
  testBed.network.onCall = ({ path: url }) => {
    if (url !== '/api/objects/upload/guest') return undefined;
    signings += 1;
    if (signings !== 3) return undefined;
    met.unsigned += 1;
    return { status: 503 };
  };

  await send(page, photos);
  await offline.promise;
  await context.setOffline(true);
  await page.getByText('Waiting for the network. Your files are kept.').waitFor();
  await expect.poll(() => testBed.network.passing).toBe(0);
  // Expired when the network is back. What is stored needs no URL, even if the page does not know it yet.
  for (const url of tried) if (!testBed.network.stored.includes(url)) expired.add(url);
  await context.setOffline(false);
  await context.clock.fastForward(STALL_MS);

  const done = page.getByText('Upload Complete!').first();
  await expect
    .poll(
      async () => {
        // The page pauses before each new try.
        await context.clock.fastForward(PAUSE_MS);
        return done.isVisible();
      },
      { timeout: UPLOAD_TIMEOUT_MS },
    )
    .toBe(true);
  await expectAll(photos);
  expect(testBed.network.stored).toHaveLength(photos.length);
  for (const count of Object.values(met)) expect(count).toBeGreaterThan(0);
  await context.close();
});

/** Number of stored jobs that are not sent, and that are sent but not saved. Files saved early are never stored. */
async function noted(page: Page): Promise<[fresh: number, sent: number]> {
  const stages = (await storedJobs(page)).map(({ stage }) => stage);
  return [
    stages.filter((stage) => stage === 'new').length,
    stages.filter((stage) => stage === 'sent').length,
  ];
}

/** Files, more than are sent at once. */
const COUNT = 5;

it('uploads files that are deleted from the phone meanwhile, and the rest after a crash, without resending any that were stored', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'crash-'));
  const photos = await photosOf(COUNT, 2000);
  const names = photos.map(({ name }) => path.join(folder, name));
  for (const [index, name] of names.entries()) await writeFile(name, photos[index]?.buffer ?? '');
  // A persistent context, because incognito contexts store no copies.
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...options(),
    executablePath: requireHeadlessChromium(),
    args: FLAGS,
  });
  const SAVED = 2;
  const saves = { passed: 0, held: 0 };
  let admitted = 0;
  testBed.network.onCall = ({ path: url }) => {
    if (!url.endsWith('/media/guest')) return undefined;
    saves.passed += 1;
    if (saves.passed <= SAVED) return undefined;
    saves.held += 1;
    return 'hold';
  };
  // By then some are saved, at least one is stored but not saved, and the last has not started, however late saves are.
  testBed.network.onPut = () => {
    if (saves.held >= 1 || admitted === COUNT - 1) return 'hold';
    admitted += 1;
    return undefined;
  };

  const page = await testBed.open(context);
  await sendWithoutNetwork(page, names);
  await page.getByText('Waiting for the network. Your files are kept.').waitFor();
  await page.getByText(`0 of ${COUNT} safe`).waitFor();
  await Promise.all(names.map((name) => rm(name)));
  await context.setOffline(false);
  await expect
    .poll(() => saves.held >= 1 && admitted === testBed.network.stored.length, { timeout: UPLOAD_TIMEOUT_MS })
    .toBe(true);
  await expect
    .poll(() => noted(page), { timeout: UPLOAD_TIMEOUT_MS, interval: 200 })
    .toEqual([COUNT - admitted, admitted - SAVED]);
  expect(admitted).toBeGreaterThan(SAVED);
  expect(admitted).toBeLessThan(COUNT);
  const crashed = page.waitForEvent('crash');
  const killer = await context.newCDPSession(page);
  killer.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  const before = testBed.network.stored.length;

  let sentAnew = 0;
  testBed.network.onCall = () => undefined;
  testBed.network.onPut = () => {
    sentAnew += 1;
    return undefined;
  };
  const reopened = await testBed.open(context);
  await reopened.getByText('Upload Complete!').first().waitFor();
  await expectAll(photos);
  expect(sentAnew).toBe(COUNT - before);
  expect(testBed.network.stored).toHaveLength(COUNT);
  await context.close();
  await rm(folder, { recursive: true, force: true });
});
