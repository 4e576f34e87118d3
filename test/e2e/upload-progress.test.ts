import type { ElementHandle, Locator, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { photosOf } from './faulty-network.ts';
import { PHONE } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { choose } from './upload-test-bed.ts';

// Progress in the upload dialog.

const testBed = newTestBed('Lock');
const SAVES = '**/media/guest';
/** Saving a file counts as much as this many bytes. */
const SAVING_BYTES = 4096;
let page: Page;
let dialog: Locator;

async function openNewEvent(): Promise<void> {
  ({ page } = await testBed.newPerson(await newGuest(baseURL), PHONE));
  dialog = page.getByRole('dialog', { name: 'Upload Media' });
  await page.goto(`/event/${await testBed.newEvent()}`);
}

/** Holds matching calls back. @returns a function that waits for the next one and lets it continue */
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

/** Expects the state of each file, in any order. */
async function expectRows(...expected: string[]): Promise<void> {
  const rows = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const states = async () =>
    (await rows.allInnerTexts()).map((row) => row.replace(/^photo-\d\.jpg\s+/, '').replaceAll(/\s+/g, ' '));
  await expect.poll(async () => (await states()).toSorted()).toEqual(expected);
}

/** Records the progress on every change. */
const RECORD_PROGRESS = `{
  window.seen = [];
  new MutationObserver(() => {
    const bar = document.querySelector('dialog progress');
    const percent = document.querySelector('dialog [aria-label="Files"] li')?.textContent.match(/(\\d+)%/)?.[1];
    if (bar && percent) window.seen.push([bar.value, Number(percent)]);
  }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
}`;

it('shows increasing progress of a large file that never goes backwards', async () => {
  await openNewEvent();
  const photos = await photosOf(1, 400_000);
  const line = await page.context().newCDPSession(page);
  await choose(page, photos);
  await page.evaluate(RECORD_PROGRESS);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
  await dialog.getByText('1 of 1 safe').waitFor();
  const recorded = await page.evaluate<[share: number, percent: number][]>('window.seen');
  const percents = recorded.map(([, percent]) => percent);
  expect(new Set(percents).size).toBeGreaterThan(3);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  // 100 % means saved, not only sent.
  expect(percents.at(-1)).toBeLessThan(100);
  for (const [share, percent] of recorded) expect(Math.floor(share * 100)).toBe(percent);
});

it('calls a file safe only once the server has saved it, in a live region', async () => {
  await openNewEvent();
  const photos = await photosOf(1, 20_000);
  const releaseNext = await holdEach(['POST', SAVES]);
  // By then the object store has the file.
  const saving = page.waitForRequest(SAVES);
  await choose(page, photos);
  // Record the text of each live region when it is added.
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
  await releaseNext();
  await dialog.getByText('1 of 1 safe').waitFor();
  // The same region, so that screen readers announce the change.
  const end = [true, 'Upload Complete! Your files are being processed...'];
  const regionState = () => region.evaluate(({ isConnected, textContent }) => [isConnected, textContent]);
  await expect.poll(regionState).toEqual(end);
});
