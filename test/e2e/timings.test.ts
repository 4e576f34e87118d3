import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Guest, newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import { navigateClientSide, whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press, whileFailing } from './toast-steps.ts';

// Timers, to the millisecond: the page's clock is stopped and advanced by hand.

const testBed = newTestBed('Mole');
const { newEvent, newPerson } = testBed;

/** Records the delays of the page's timers, because the clock may only be advanced once they are set. */
const RECORD_TIMERS = `{
  const { setTimeout } = window;
  window.timerDelays = [];
  window.setTimeout = (run, ms, ...rest) => { window.timerDelays.push(ms); return setTimeout(run, ms, ...rest); };
}`;

async function openWithClock(path: string, identity?: SignedIn | Guest): Promise<Page> {
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

/** Expects a redirect to sign-in after exactly this time, which returns to the same page. */
async function expectSignInRedirectAfter(page: Page, ms: number): Promise<void> {
  const { pathname } = new URL(page.url());
  // A redirect takes the browser a moment, so an early one could be missed without waiting for the timer.
  await expectTimer(page, ms);
  await page.clock.runFor(ms - 1);
  expect(new URL(page.url()).pathname).toBe(pathname);
  const signingIn = page.waitForRequest('**/api/login?*');
  await page.clock.runFor(1);
  expect(new URL((await signingIn).url()).searchParams.get('returnTo')).toBe(pathname);
}

const toasts = (page: Page) => page.locator('[data-tone] strong').allTextContents();

describe('a toast', () => {
  it('is shown for five seconds, and is replaced by the next one, which restarts the timer', async () => {
    const page = await openWithClock('/create', testBed.olive);
    await page.getByLabel(/Event Name/).fill('Mole');
    await press(page, 'Create Event');
    await page.getByRole('heading', { name: 'Event Created Successfully' }).waitFor();
    await stopClock(page);
    await press(page, 'Copy Link');
    await page.getByText('Link Copied!').waitFor();
    expect(await toasts(page)).toEqual(['Link Copied!']);
    await page.clock.runFor(4000);
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await press(page, 'Copy Link');
    await page.getByText('Copy Failed').waitFor();
    expect(await toasts(page)).toEqual(['Copy Failed']);
    await page.clock.runFor(4999);
    expect(await toasts(page)).toEqual(['Copy Failed']);
    await page.clock.runFor(1);
    await expect.poll(() => toasts(page)).toEqual([]);
  });
});

describe('the upload dialog', () => {
  it('opens the file picker after 100 ms, and closes 2 s after the upload', async () => {
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
});

describe('a redirect', () => {
  it('to the checkout comes after 1.5 s', async () => {
    const eventId = await newEvent({ isPaid: true, price: '12.50' });
    const ada = await signIn(baseURL, 'Ada');
    const page = await openWithClock(`/event/${eventId}`, ada);
    await page.getByText('Welcome to the Event!').waitFor();
    await page.getByRole('heading', { name: 'Payment Required' }).waitFor();
    await stopClock(page);
    await press(page, 'Add Media');
    await page.getByText('This is a paid event. Payment required to upload.').waitFor();
    await page.clock.runFor(1499);
    expect(new URL(page.url()).pathname).toBe(`/event/${eventId}`);
    const paying = page.waitForURL(`${baseURL}/event/${eventId}/checkout`);
    await page.clock.runFor(1);
    await paying;
  });

  it('to sign-in comes after 1.5 s', async () => {
    const bea = await signIn(baseURL, 'Bea');
    const eventId = await newEvent();
    const { page } = await newPerson(bea);
    // Without joining automatically.
    await page.route('**/join', (route) => route.abort());
    await page.clock.install();
    await page.addInitScript(RECORD_TIMERS);
    const joinFailed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/join'));
    await page.goto(`/event/${eventId}`);
    await joinFailed;
    await page.unroute('**/join');
    await page.context().clearCookies();
    await stopClock(page);
    await press(page, 'Add Media');
    await page.getByText('Please log in to join this event.').waitFor();
    await expectSignInRedirectAfter(page, 1500);
  });

  it('to sign-in from a private event comes after 1.5 s if the session lookup failed', async () => {
    const eventId = await newEvent({ privacy: 'private' });
    const { page } = await newPerson(testBed.olive);
    await page.clock.install();
    await page.addInitScript(RECORD_TIMERS);
    // A failed lookup counts as signed out.
    await whileFailing(page, ['GET', '**/api/auth/user'], async () => {
      const joinFailed = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/api/auth/user'),
      );
      await page.goto('/privacy');
      await joinFailed;
    });
    await navigateClientSide(page, `/event/${eventId}`);
    await page.getByRole('heading', { name: 'Mole' }).waitFor();
    await stopClock(page);
    await press(page, 'Add Media');
    await page.getByText('This is a private event. Please sign in to upload.').waitFor();
    expect(await toasts(page)).toEqual(['Authentication Required']);
    await expectSignInRedirectAfter(page, 1500);
  });
});
