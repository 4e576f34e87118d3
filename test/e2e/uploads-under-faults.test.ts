import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { requireChromium } from '../fixtures/chromium.ts';
import { photosOf } from './bad-network.ts';
import { DESKTOP, FLAGS } from './browser.ts';
import { keptJobs } from './kept-uploads.ts';
import { newCellar, PATIENCE_MS, send } from './uploading-guest.ts';

// A guest's browser, the whole system, and a network in between that breaks.

const cellar = newCellar();
const { expectAll } = cellar;
const options = () => ({ baseURL: cellar.network.system.url, viewport: DESKTOP });

it('50 of 50 arrive through refusals, resets, failed signings, URLs that live a second, and no network', async () => {
  const photos = await photosOf(50, 2000);
  const context = await cellar.browser.newContext(options());
  const page = await cellar.open(context);
  const offline = Promise.withResolvers<void>();
  const firstTries = new Map<string, number>();
  const met = { unavailable: 0, reset: 0, expired: 0, unsigned: 0 };
  let puts = 0;
  let signings = 0;
  cellar.network.onPut = ({ path: url }) => {
    const firstTry = firstTries.get(url);
    if (firstTry !== undefined && Date.now() - firstTry > 1000) {
      met.expired += 1;
      return { status: 403 };
    }
    firstTries.set(url, firstTry ?? Date.now());
    puts += 1;
    if (puts === 20) {
      // Under way when the network goes, and its URL is too old when it is back.
      offline.resolve();
      return 'stall';
    }
    if ([3, 10, 16].includes(puts % 20)) {
      met.unavailable += 1;
      return { status: 503 };
    }
    if (![6, 13, 19].includes(puts % 20)) return undefined;
    met.reset += 1;
    return 'reset';
  };
  cellar.network.onCall = ({ path: url }) => {
    if (url !== '/api/objects/upload/guest') return undefined;
    signings += 1;
    if (signings % 10 !== 5) return undefined;
    met.unsigned += 1;
    return { status: 503 };
  };

  await send(page, photos);
  await offline.promise;
  await context.setOffline(true);
  await page.getByText('Waiting for the network. Your files are kept.').waitFor();
  await new Promise((back) => setTimeout(back, 4000));
  await context.setOffline(false);

  await page.getByText('Upload Complete!').first().waitFor();
  await expectAll(photos);
  expect(cellar.network.stored).toHaveLength(50);
  for (const count of Object.values(met)) expect(count).toBeGreaterThan(0);
  await context.close();
});

it('bigger files arrive although every connection is cut every two seconds', async () => {
  // Two at once take 1.6 s each, three never make it.
  const photos = await photosOf(8, 400_000);
  const context = await cellar.browser.newContext(options());
  const page = await cellar.open(context);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 500_000,
  });
  let puts = 0;
  let cutter = new AbortController();
  cellar.network.onPut = () => {
    puts += 1;
    return { cutOn: cutter.signal };
  };
  const cutting = setInterval(() => {
    cutter.abort();
    cutter = new AbortController();
  }, 2000);
  await send(page, photos);
  await page.getByText('Upload Complete!').first().waitFor();
  clearInterval(cutting);
  await expectAll(photos);
  // Some were broken off.
  expect(puts).toBeGreaterThan(8);
  await context.close();
});

/** How many uploads this browser remembers as not sent, and as sent and not saved. One saved early is never kept. */
async function noted(page: Page): Promise<[fresh: number, sent: number]> {
  const stages = (await keptJobs(page)).map(({ stage }) => stage);
  return [
    stages.filter((stage) => stage === 'new').length,
    stages.filter((stage) => stage === 'sent').length,
  ];
}

it('after the page is killed in the middle, 50 of 50 arrive, and nothing stored is sent again', async () => {
  const photos = await photosOf(50, 2000);
  const profile = await mkdtemp(path.join(tmpdir(), 'profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, {
      ...options(),
      executablePath: requireChromium(),
      args: FLAGS,
    });
  const SAVED = 12;
  const saves = { passed: 0, held: 0 };
  let admitted = 0;
  cellar.network.onCall = ({ path: url }) => {
    if (!url.endsWith('/media/guest')) return undefined;
    saves.passed += 1;
    if (saves.passed <= SAVED) return undefined;
    saves.held += 1;
    return 'hold';
  };
  // Some are saved by then, some stored but not saved, and most have not begun.
  cellar.network.onPut = () => {
    if (saves.held >= 2) return 'stall';
    admitted += 1;
    return undefined;
  };

  const first = await open();
  const page = await cellar.open(first);
  await send(page, photos);
  await expect
    .poll(() => saves.held >= 2 && admitted === cellar.network.stored.length, { timeout: PATIENCE_MS })
    .toBe(true);
  await expect.poll(() => noted(page), { timeout: PATIENCE_MS }).toEqual([50 - admitted, admitted - SAVED]);
  expect(admitted).toBeGreaterThan(SAVED);
  expect(admitted).toBeLessThan(50);
  const crashed = page.waitForEvent('crash');
  const killer = await first.newCDPSession(page);
  killer.send('Page.crash').catch(() => undefined);
  await crashed;
  await first.close();
  const before = cellar.network.stored.length;

  let sentAnew = 0;
  cellar.network.onCall = () => undefined;
  cellar.network.onPut = () => {
    sentAnew += 1;
    return undefined;
  };
  const second = await open();
  const reopened = await cellar.open(second);
  await reopened.getByText('Upload Complete!').first().waitFor();
  await expectAll(photos);
  expect(sentAnew).toBe(50 - before);
  expect(cellar.network.stored).toHaveLength(50);
  await second.close();
  await rm(profile, { recursive: true, force: true });
});
