import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileChooser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import { whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// The exact toasts of real uploads, and of upload code that fails to load; and the dialog's timers, to the millisecond.

const testBed = newTestBed('Pier');
const { newEvent, newPerson } = testBed;

const addMedia = (page: Page) => page.getByRole('button', { name: 'Add Media' }).first().click();

/** Records the delays of the page's timers, because the clock may only be advanced once they are set. */
const RECORD_TIMERS = `{
  const { setTimeout } = window;
  window.timerDelays = [];
  window.setTimeout = (run, ms, ...rest) => { window.timerDelays.push(ms); return setTimeout(run, ms, ...rest); };
}`;

/** A photo as a file chooser takes it. */
async function photo(seed: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { name, type: mimeType, bytes: buffer } = await jpegFile(seed);
  return { name, mimeType, buffer };
}

describe('a guest who uploads', () => {
  let page: Page;
  let folder: string;
  let eventId: string;
  const notAPhoto = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear diary') };

  beforeAll(async () => {
    eventId = await newEvent();
    ({ page } = await newPerson(await newGuest(baseURL)));
    folder = await mkdtemp(path.join(tmpdir(), 'toasts-'));
    await page.clock.install();
    await page.addInitScript(RECORD_TIMERS);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function pick(files: Parameters<FileChooser['setFiles']>[0]) {
    const fileChooser = page.waitForEvent('filechooser');
    await addMedia(page);
    await (await fileChooser).setFiles(files);
  }

  /** The dialog says what came of it for two seconds before it closes. */
  async function waitUntilDialogCloses(): Promise<void> {
    await page.clock.fastForward(2000);
    await page.getByRole('dialog', { name: 'Upload Media' }).waitFor({ state: 'detached' });
  }

  const closeCard = () =>
    page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click();

  const expectTimer = (ms: number) =>
    expect.poll(() => page.evaluate<number[]>('window.timerDelays'), { timeout: 20_000 }).toContain(ms);

  it('is told that the upload code failed to load', async () => {
    const engine = '**/assets/upload-engine-*.js';
    await page.route(engine, (route) => route.abort());
    await page.goto(`/event/${eventId}`);
    await pick(await photo(6));
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Failed', 'An error occurred during upload. Please try again.');
    await page.unroute(engine);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Complete!');
    await waitUntilDialogCloses();
  });

  it('is told whether all, some or no files were saved', async () => {
    await pick(notAPhoto);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Error Saving Media', 'Failed to save media to the gallery. Please try again.');
    await waitUntilDialogCloses();
    await page.getByRole('region', { name: 'Uploads' }).waitFor();

    const held = Promise.withResolvers<void>();
    await page.route('**/media/guest', async (route) => {
      const { originalName } = route.request().postDataJSON() as { originalName: string };
      if (originalName !== notAPhoto.name) await held.promise;
      await route.continue();
    });
    await pick([notAPhoto, await photo(7)]);
    await press(page, 'Upload 2 file(s)');
    await expectToast(page, 'Upload Failed', 'Some files failed to upload. Please try again.');
    held.resolve();
    const inPart = 'Saved 1 file(s), but 1 failed. Please try uploading the failed files again.';
    await expectToast(page, 'Partial Success', inPart);
    await page.unroute('**/media/guest');
    await waitUntilDialogCloses();
    await closeCard();

    const lost = path.join(folder, 'lost.jpg');
    await writeFile(lost, (await photo(8)).buffer);
    await pick(lost);
    await page.getByText('lost.jpg').waitFor();
    await rm(lost);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Failed', 'Failed to upload files. Please try again.');
    await waitUntilDialogCloses();
    await closeCard();
  });

  it('opens the file picker after 100 ms, and is shown what came of it for 2 s', async () => {
    const dialog = page.getByRole('dialog', { name: 'Upload Media' });
    let pickers = 0;
    page.on('filechooser', () => (pickers += 1));
    // From here on, only `runFor` advances the page's clock.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
    await page.evaluate('window.timerDelays = []');
    await addMedia(page);
    await expectTimer(100);
    await page.clock.runFor(99);
    expect(pickers).toBe(0);
    const opened = page.waitForEvent('filechooser');
    await page.clock.runFor(1);
    await (await opened).setFiles(await photo(9));
    await whileHeld(page, ['PUT', '**/incoming/**'], async () => {
      await press(page, 'Upload 1 file(s)');
      await dialog.getByRole('list', { name: 'Files' }).waitFor();
      // The live region gets its text after two frames.
      await expect
        .poll(async () => {
          await page.clock.runFor(20);
          return dialog.getByText('Uploading. Keep this page open.').isVisible();
        })
        .toBe(true);
    });
    await dialog.getByText('Upload Complete! Your files are being processed...').waitFor();
    await expectTimer(2000);
    await page.clock.runFor(1999);
    expect(await dialog.isVisible()).toBe(true);
    await page.clock.runFor(1);
    await dialog.waitFor({ state: 'detached' });
  });
});
