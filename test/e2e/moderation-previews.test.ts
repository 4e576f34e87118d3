import type { ElementHandle, Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { type File, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';
import { PHONE } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// What a host sees of a pending video before deciding on it, and what everybody sees of it once it is approved.

const testBed = newTestBed('Gate');
let eventId: string;
let page: Page;

beforeAll(async () => {
  eventId = await testBed.newEvent({ moderationEnabled: true });
  await testBed.fill(eventId, 1);
  if (!hasFfmpeg) return;
  const grace = await newGuest(baseURL);
  const { id } = await upload(grace, eventId, video());
  await waitUntilProcessed(grace, eventId, id);
  ({ page } = await testBed.newPerson(testBed.olive, PHONE));
  // Otherwise a video might end before the test gets to look.
  await page.addInitScript(
    `document.addEventListener('play', ({ target }) => { target.loop = true; }, true)`,
  );
  await page.goto(`/event/${eventId}/moderate`);
});

const video = (): File => ({
  name: 'dance.mp4',
  type: 'video/mp4',
  bytes: makeVideo('dance.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']),
});

const cardOf = (name: string) => page.getByRole('listitem', { name });

type Video = ElementHandle<{
  paused: boolean;
  ended: boolean;
  currentTime: number;
  loop: boolean;
  play(): Promise<void>;
  matches(selector: string): boolean;
}>;

const isPaused = (video: Video) => video.evaluate(({ paused, ended }) => paused && !ended);

/** A video that plays. */
async function playing(video: Locator): Promise<Video> {
  const handle = (await video.elementHandle()) as Video;
  await expect
    .poll(() => handle.evaluate(({ paused, currentTime }) => !paused && currentTime > 0))
    .toBe(true);
  return handle;
}

it.runIf(hasFfmpeg)('plays a pending video for the host, and for everybody once approved', async () => {
  const card = cardOf('dance.mp4');
  const pending = card.locator('video[controls][playsinline]');
  await pending.waitFor();
  expect(await pending.getAttribute('aria-label')).toBe('dance.mp4');
  const poster = await page.request.get((await pending.getAttribute('poster')) ?? '');
  expect([poster.status(), poster.headers()['content-type']]).toEqual([200, 'image/webp']);
  // Nothing is loaded until the host plays it.
  expect(await pending.getAttribute('preload')).toBe('none');
  await ((await pending.elementHandle()) as Video).evaluate((video) => video.play());
  await playing(pending);

  await press(page, 'Approve dance.mp4');
  await expectToast(page, 'Media Approved');
  await card.waitFor({ state: 'detached' });
  // Now a visitor's phone.
  await page.context().clearCookies();
  await page.goto(`/event/${eventId}`);
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  const tile = page.locator('main li', { has: page.getByRole('link', { name: /^Video \d$/ }) });
  await tile.getByRole('button', { name: /^Play video/ }).tap();
  const inline = await playing(page.locator('main video[playsinline][controls]'));
  expect(await page.locator('dialog').count()).toBe(0);
  expect(await inline.evaluate((video) => video.matches(':focus'))).toBe(true);
  await inline.evaluate((video) => {
    video.loop = false;
  });
  await playInLargeView(tile.getByRole('link', { name: /^Video \d$/ }));
});

/** In the large view a video plays until it is left. @param tile the video's tile, once its video has ended */
async function playInLargeView(tile: Locator): Promise<void> {
  await tile.waitFor();
  await tile.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Video' });
  const large = dialog.locator('video[playsinline][controls]');
  await large.waitFor();
  expect(await large.getAttribute('poster')).toMatch(/\.webp/);
  const left = await playing(large);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'Photo' }).getByText('2 of 2').waitFor();
  await expect.poll(() => isPaused(left)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  const closed = await playing(large);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => isPaused(closed)).toBe(true);
}
