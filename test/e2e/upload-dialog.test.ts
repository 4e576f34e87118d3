import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElementHandle, FileChooser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Guest, newGuest } from '../fixtures/users-and-guests.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import { DESKTOP, PHONE } from '../fixtures/browser.ts';
import { photosOf } from './faulty-network.ts';
import { navigateClientSide } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// The upload dialog: how it opens, closes, shows progress, and says what did not come; and what became of the files.

const testBed = newTestBed('Quay');
const { newEvent, open } = testBed;

const SAVES = '**/media/guest';
const CODE = '**/assets/upload-engine-*.js';
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

/** Records what the live region `window.region`, the number of safe files beside it and the file say, on every change while it is there. */
const RECORD_WORDS = `{
  window.said = [];
  new MutationObserver(() => {
    const file = document.querySelector('dialog [aria-label="Files"] li')?.innerText.split(/\\s+/).at(-1);
    if (region.isConnected) window.said.push([region.textContent, region.nextElementSibling.textContent, file]);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}`;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Media' });

/** Opens the dialog and selects a file, without the picker, which a browser opens only in the first seconds after the press. */
async function choose(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  await press(page, 'Add Media');
  await dialog(page).locator('input[type=file][multiple]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).waitFor();
}

describe('the upload dialog', () => {
  let guest: Guest;
  let page: Page;
  let eventId: string;
  beforeAll(async () => {
    eventId = await newEvent();
    guest = await newGuest(baseURL);
    page = await open(`/event/${eventId}`, guest, PHONE);
    await page.setViewportSize(DESKTOP);
  });

  // The first, because its code must not have come yet.
  it('says if its code does not come, uploads once if Upload is pressed twice while it comes, and cannot be closed meanwhile; its progress never goes backwards, and calls a file safe only once the server has saved it, in a live region', async () => {
    const photos = await photosOf(1, 150_000);
    const line = await page.context().newCDPSession(page);
    onTestFinished(async () => {
      await page.unroute(SAVES);
      await line.detach();
    });
    const [code, save] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const missing = await page.route(CODE, (route) => route.abort());
    await choose(page, photos);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Failed', 'An error occurred during upload. Please try again.');
    await missing.dispose();

    const hold = (url: string, held: Promise<void>) =>
      page.route(url, async (route) => {
        await held;
        await route.continue();
      });
    await hold(CODE, code.promise);
    await hold(SAVES, save.promise);
    // By then the object store has the file.
    const saving = page.waitForRequest(SAVES);
    await page.evaluate(RECORD_PROGRESS);
    await page.evaluate(RECORD_REGIONS);
    await line.send('Network.enable');
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
    await line.send('Network.emulateNetworkConditions', slow);
    const upload = dialog(page).getByRole('button', { name: 'Upload 1 file(s)' });
    await upload.evaluate((button) => {
      if (!('click' in button)) return;
      button.click();
      button.click();
    });
    code.resolve();
    const region = (await dialog(page)
      .getByRole('status')
      .filter({ hasText: 'Uploading. Keep this page open.' })
      .elementHandle()) as ElementHandle;
    expect(await page.evaluate('born')).toEqual(['']);
    await saving;
    const bytes = photos[0]?.buffer.length ?? 0;
    const row = dialog(page).getByRole('list', { name: 'Files' }).getByRole('listitem');
    const sent = `${Math.floor((bytes / (bytes + SAVING_BYTES)) * 100)}%`;
    await expect
      .poll(async () => (await row.innerText()).split(/\s+/))
      .toEqual(['photo-0.jpg', sent, 'Uploading']);
    expect(await dialog(page).getByText('0 of 1 safe').isVisible()).toBe(true);
    const bar = dialog(page).getByRole('progressbar', { name: 'Upload progress' });
    expect(Number(await bar.getAttribute('value'))).toBeLessThan(1);
    const recorded = await page.evaluate<[share: number, percent: number][]>('window.seen');
    const percents = recorded.map(([, percent]) => percent);
    expect(new Set(percents).size).toBeGreaterThan(3);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    for (const [share, percent] of recorded) expect(Math.floor(share * 100)).toBe(percent);
    await page.mouse.click(DESKTOP.width / 2, 4);
    await page.keyboard.press('Escape');
    expect(await dialog(page).getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);

    // The same region, so that screen readers announce the change. What it says is kept, because the dialog closes soon.
    await region.evaluate((element) => Object.assign(globalThis, { region: element }));
    await page.evaluate(RECORD_WORDS);
    save.resolve();
    await expect
      .poll(() => page.evaluate('said'))
      .toContainEqual(['Upload Complete! Your files are being processed...', '1 of 1 safe', 'Completed']);
    await expectToast(page, 'Upload Complete!');
    await dialog(page).waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Add Media' }).first();
    await expect.poll(() => opener.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect((await testBed.olive.get(`/api/events/${eventId}/media`)).json).toHaveLength(1);
  });

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])(
    'closes on a click on the overlay, but not inside, and clears the selection, on %s',
    async (_, viewport) => {
      await page.setViewportSize(viewport);
      await choose(page, await photosOf(1, 0));
      await dialog(page).getByRole('heading', { name: 'Upload Media' }).click();
      expect(await dialog(page).isVisible()).toBe(true);
      await page.mouse.click(viewport.width / 2, 4);
      await dialog(page).waitFor({ state: 'detached' });
      await press(page, 'Add Media');
      await page.getByRole('button', { name: 'Upload 0 file(s)', exact: true }).waitFor();
      // The page behind it does not scroll.
      await page.mouse.move(viewport.width / 2, 4);
      await page.mouse.wheel(0, 600);
      expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('hidden');
      expect(await page.evaluate('scrollY')).toBe(0);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    },
  );

  it('closes on navigation, and clears the selection', async () => {
    await navigateClientSide(page, `/event/${eventId}/timeline`);
    await page.getByRole('link', { name: /Back to Gallery/ }).click();
    await page.getByRole('heading', { name: 'Quay', exact: true }).waitFor();
    await choose(page, await photosOf(1, 0));
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Quay - Timeline' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).not.toBe('hidden');
    await page.goForward();
    await page.getByRole('heading', { name: 'Quay', exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press(page, 'Add Media');
    await page.getByRole('button', { name: 'Upload 0 file(s)', exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('says that a file could not be sent which is gone from the device', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gone-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const lost = path.join(folder, 'lost.jpg');
    await writeFile(lost, 'A photo.');
    await choose(page, lost);
    await rm(lost);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Failed', 'Failed to upload files. Please try again.');
  });

  it('is followed by what became of each file, of which the guest takes one back', async () => {
    const moderated = await newEvent({ moderationEnabled: true });
    const whole = await jpegFile(1);
    await page.goto(`/event/${moderated}`);
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    await press(page, 'Add Media');
    const picker = dialog(page);
    await picker.locator('input[type=file][multiple]').setInputFiles([
      { name: 'cake.jpg', mimeType: 'image/jpeg', buffer: whole.bytes },
      {
        name: 'broken.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.concat([whole.bytes.subarray(0, 20), Buffer.alloc(400, 7)]),
      },
    ]);
    // What the browser can show of the files.
    await picker.locator('img').first().waitFor();
    await picker.getByRole('button', { name: 'Upload 2 file(s)' }).click();

    const card = page.getByRole('region', { name: 'Uploads' });
    await card.getByText('The host has to approve your file before everybody sees it.').waitFor();
    await card.getByText('broken.jpg can’t be shown. The file is damaged.').waitFor();
    await card.getByRole('link', { name: 'Your Uploads' }).click();
    const uploads = page.getByRole('dialog', { name: 'Your Uploads' });
    await uploads.getByText('Waits for the host’s approval').waitFor();
    await uploads.getByText('Can’t be shown. The file is damaged.').waitFor();

    const sent = await testBed.olive.get(`/api/events/${moderated}/media?status=pending`);
    const cake = sent.json.find(({ originalName }) => originalName === 'cake.jpg');
    await testBed.olive.put(`/api/media/${cake?.id}/moderate`, { status: 'approved' });

    await page.reload();
    await uploads.getByText('In the gallery').waitFor();
    await uploads.getByRole('checkbox', { name: 'cake.jpg' }).check();
    await uploads.getByRole('button', { name: 'Delete 1 file(s)' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await uploads.getByText('1 upload', { exact: true }).waitFor();
    const { json } = await testBed.olive.get(`/api/events/${moderated}/media?uploader=${guest.guestId}`);
    expect(json.map(({ originalName }) => originalName)).toEqual(['broken.jpg']);
  });
});
