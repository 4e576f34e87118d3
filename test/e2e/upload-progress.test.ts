import type { ElementHandle } from 'playwright-core';
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
/** Records the progress on every change. */
const RECORD_PROGRESS = `{
  window.seen = [];
  new MutationObserver(() => {
    const bar = document.querySelector('dialog progress');
    const percent = document.querySelector('dialog [aria-label="Files"] li')?.textContent.match(/(\\d+)%/)?.[1];
    if (bar && percent) window.seen.push([bar.value, Number(percent)]);
  }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
}`;

/** Records the text of each live region when it is added. */
const RECORD_REGIONS = `{
  window.born = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        for (const region of node.querySelectorAll?.('[aria-label="Files"]') ?? [])
          born.push(region.parentElement.querySelector('output').textContent);
  }).observe(document.body, { childList: true, subtree: true });
}`;

it('shows progress that never goes backwards, and calls a file safe only once the server has saved it, in a live region', async () => {
  const { page } = await testBed.newPerson(await newGuest(baseURL), PHONE);
  const dialog = page.getByRole('dialog', { name: 'Upload Media' });
  await page.goto(`/event/${await testBed.newEvent()}`);
  const photos = await photosOf(1, 150_000);
  const line = await page.context().newCDPSession(page);
  const released = Promise.withResolvers<void>();
  await page.route(SAVES, async (route) => {
    await released.promise;
    await route.continue();
  });
  // By then the object store has the file.
  const saving = page.waitForRequest(SAVES);
  await choose(page, photos);
  await page.evaluate(RECORD_PROGRESS);
  await page.evaluate(RECORD_REGIONS);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
  const region = (await dialog
    .getByRole('status')
    .filter({ hasText: 'Uploading. Keep this page open.' })
    .elementHandle()) as ElementHandle<{ isConnected: boolean; textContent: string }>;
  expect(await page.evaluate('born')).toEqual(['']);
  await saving;
  const bytes = photos[0]?.buffer.length ?? 0;
  const row = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const sent = `${Math.floor((bytes / (bytes + SAVING_BYTES)) * 100)}%`;
  await expect
    .poll(async () => (await row.innerText()).split(/\s+/))
    .toEqual(['photo-0.jpg', sent, 'Uploading']);
  expect(await dialog.getByText('0 of 1 safe').isVisible()).toBe(true);
  expect(Number(await dialog.getByRole('progressbar').getAttribute('value'))).toBeLessThan(1);
  const recorded = await page.evaluate<[share: number, percent: number][]>('window.seen');
  const percents = recorded.map(([, percent]) => percent);
  expect(new Set(percents).size).toBeGreaterThan(3);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  for (const [share, percent] of recorded) expect(Math.floor(share * 100)).toBe(percent);

  released.resolve();
  await dialog.getByText('1 of 1 safe').waitFor();
  // The same region, so that screen readers announce the change.
  const end = [true, 'Upload Complete! Your files are being processed...'];
  const regionState = () => region.evaluate(({ isConnected, textContent }) => [isConnected, textContent]);
  await expect.poll(regionState).toEqual(end);
});
