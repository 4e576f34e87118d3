import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Guest, newGuest } from '../fixtures/users-and-guests.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import { whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press } from './toast-steps.ts';

// Timers, to the millisecond: the page's clock is stopped and advanced by hand.

const testBed = newTestBed('Mole');
const { newEvent, newPerson } = testBed;

/** Records the delays of the page's timers, because the clock may only be advanced once they are set. */
const RECORD_TIMERS = `{
  const { setTimeout } = window;
  window.timerDelays = [];
  window.setTimeout = (run, ms, ...rest) => { window.timerDelays.push(ms); return setTimeout(run, ms, ...rest); };
}`;

async function openWithClock(path: string, identity: Guest): Promise<Page> {
  const { page } = await newPerson(identity);
  await page.clock.install();
  await page.addInitScript(RECORD_TIMERS);
  await page.goto(path);
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  return page;
}

/** From now on, only `runFor` advances the page's clock. */
const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);

const expectTimer = (page: Page, ms: number) =>
  expect.poll(() => page.evaluate<number[]>('window.timerDelays'), { timeout: 20_000 }).toContain(ms);

it('the upload dialog opens the file picker after 100 ms, and closes 2 s after the upload', async () => {
  const page = await openWithClock(`/event/${await newEvent()}`, await newGuest(baseURL));
  const dialog = page.getByRole('dialog', { name: 'Upload Media' });
  // The first time loads its code.
  const first = page.waitForEvent('filechooser');
  await press(page, 'Add Media');
  await first;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  let pickers = 0;
  page.on('filechooser', () => (pickers += 1));
  await stopClock(page);
  await page.evaluate('window.timerDelays = []');
  await press(page, 'Add Media');
  await expectTimer(page, 100);
  await page.clock.runFor(99);
  expect(pickers).toBe(0);
  const opened = page.waitForEvent('filechooser');
  await page.clock.runFor(1);
  const { name, type: mimeType, bytes: buffer } = await jpegFile(1);
  await (await opened).setFiles({ name, mimeType, buffer });
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
  await expectTimer(page, 2000);
  await page.clock.runFor(1999);
  expect(await dialog.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await dialog.waitFor({ state: 'detached' });
});
