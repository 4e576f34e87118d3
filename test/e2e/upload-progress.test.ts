import type { ElementHandle, Locator, Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { photosOf } from './faulty-network.ts';
import { PHONE } from './browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { choose, send } from './upload-test-bed.ts';

// What the upload dialog says and draws while files are on their way.

const testBed = newTestBed('Lock');
const FILES = '**/incoming/**';
const SAVES = '**/media/guest';
/** Saving a file counts as much as so many of its bytes. */
const SAVING_BYTES = 4096;
let page: Page;
let dialog: Locator;

beforeEach(async () => {
  ({ page } = await testBed.newPerson(await newGuest(baseURL), PHONE));
  dialog = page.getByRole('dialog', { name: 'Upload Media' });
  await page.goto(`/event/${await testBed.newEvent()}`);
});

/** Holds calls of one method, each for itself. @returns lets the next one go on, once there is one */
async function holdEach([method, url]: [string, string]): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(url, (route) => {
    if (route.request().method() === method) held.push(route);
    else return route.continue();
  });
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await held.shift()?.continue();
  };
}

const share = async () => Number(await dialog.getByRole('progressbar').getAttribute('value'));

/** How each file stands, whichever of them came first. */
async function expectRows(...expected: string[]): Promise<void> {
  const rows = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const states = async () =>
    (await rows.allInnerTexts()).map((row) => row.replace(/^photo-\d\.jpg\s+/, '').replaceAll(/\s+/g, ' '));
  await expect.poll(async () => (await states()).toSorted()).toEqual(expected);
}

it('tells of each file how it stands, and of all how much is done, which is full at the end', async () => {
  const photos = await photosOf(3, 30_000);
  const letNext = await holdEach(['PUT', FILES]);
  await send(page, photos);
  await dialog.getByText('0 of 3 safe').waitFor();
  // Two are sent at once.
  await expectRows('0% Uploading', '0% Uploading', '0% Waiting');
  expect(await share()).toBe(0);
  await letNext();
  await dialog.getByText('1 of 3 safe').waitFor();
  await expectRows('0% Uploading', '0% Uploading', 'Completed');
  expect(await share()).toBeCloseTo(1 / 3);
  await letNext();
  await dialog.getByText('2 of 3 safe').waitFor();
  await expectRows('0% Uploading', 'Completed', 'Completed');
  expect(await share()).toBeCloseTo(2 / 3);
  await letNext();
  await dialog.getByText('3 of 3 safe').waitFor();
  await expectRows('Completed', 'Completed', 'Completed');
  expect(await share()).toBe(1);
});

/** Notes what the dialog shows from now on, each time that it changes. */
const WATCH = `{
  window.seen = [];
  new MutationObserver(() => {
    const bar = document.querySelector('dialog progress');
    const percent = document.querySelector('dialog [aria-label="Files"] li')?.textContent.match(/(\\d+)%/)?.[1];
    if (bar && percent) window.seen.push([bar.value, Number(percent)]);
  }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
}`;

it('counts a large file up while it is sent, and never back', async () => {
  const photos = await photosOf(1, 400_000);
  const line = await page.context().newCDPSession(page);
  await choose(page, photos);
  await page.evaluate(WATCH);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
  await dialog.getByText('1 of 1 safe').waitFor();
  const seen = await page.evaluate<[share: number, percent: number][]>('window.seen');
  const percents = seen.map(([, percent]) => percent);
  expect(new Set(percents).size).toBeGreaterThan(3);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  // Full is what is saved, and not what is sent.
  expect(percents.at(-1)).toBeLessThan(100);
  for (const [share, percent] of seen) expect(Math.floor(share * 100)).toBe(percent);
});

it('calls a file safe when the server has saved it and not before, in a region that is read aloud', async () => {
  const photos = await photosOf(1, 20_000);
  const letNext = await holdEach(['POST', SAVES]);
  // Which is not done before the object store has the file.
  const saving = page.waitForRequest(SAVES);
  await choose(page, photos);
  // How each region reads when it comes.
  await page.evaluate(`{
    window.born = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          for (const region of node.querySelectorAll?.('[aria-label="Files"]') ?? [])
            born.push(region.parentElement.querySelector('output').textContent);
    }).observe(document.body, { childList: true, subtree: true });
  }`);
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
  const region = (await dialog
    .getByRole('status')
    .filter({ hasText: 'Uploading. Keep this page open.' })
    .elementHandle()) as ElementHandle<{ isConnected: boolean; textContent: string }>;
  expect(await page.evaluate('born')).toEqual(['']);
  await saving;
  const bytes = photos[0]?.buffer.length ?? 0;
  await expectRows(`${Math.floor((bytes / (bytes + SAVING_BYTES)) * 100)}% Uploading`);
  expect(await dialog.getByText('0 of 1 safe').isVisible()).toBe(true);
  expect(await share()).toBeLessThan(1);
  await letNext();
  await dialog.getByText('1 of 1 safe').waitFor();
  // The same one, of which a screen reader knows already.
  const end = [true, 'Upload Complete! Your files are being processed...'];
  const told = () => region.evaluate(({ isConnected, textContent }) => [isConnected, textContent]);
  await expect.poll(told).toEqual(end);
});

it('says that it waits where the network goes between two tries, and goes on by itself when it is back', async () => {
  await page.clock.install();
  await page.reload();
  await choose(page, await photosOf(1, 2000));
  const cut = Promise.withResolvers<void>();
  await page.route(FILES, async (route) => {
    await cut.promise;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
  await dialog.getByText('Uploading. Keep this page open.').waitFor();
  // From now on no pause ends by itself.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
  cut.resolve();
  await expectRows('0% Waiting');
  await dialog.getByText('Uploading. Keep this page open.').waitFor();
  await page.context().setOffline(true);
  await dialog.getByText('Waiting for the network. Your files are kept.', { exact: true }).waitFor();
  await page.unroute(FILES);
  await page.context().setOffline(false);
  await dialog.getByText('1 of 1 safe').waitFor();
  await dialog.getByText('Upload Complete! Your files are being processed...').waitFor();
});
