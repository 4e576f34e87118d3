import type { ElementHandle, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';
import { DESKTOP, PHONE } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// Stepping through the lightbox, and stopping a video that is left.

const testBed = newTestBed('Ferry');
/** Extends the video, so that it does not end during a test. */
const PADDING = ['-vf', 'tpad=stop_duration=60:stop_mode=clone', '-af', 'apad=pad_dur=60'];
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];

let eventId: string;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  const name = 'dance.mp4';
  const film = hasFfmpeg && { name, type: 'video/mp4', bytes: makeVideo(name, [...PADDING, ...H264]) };
  const files = [await jpegFile(1), film || (await jpegFile(2)), await jpegFile(3)];
  const ids: string[] = [];
  for (const file of files) ids.push((await upload(testBed.olive, eventId, file)).id);
  for (const id of ids) await waitUntilProcessed(testBed.olive, eventId, id);
});

const lightboxOf = (page: Page, kind = 'Photo') => page.getByRole('dialog', { name: kind });
const expectPosition = (page: Page, text: string) =>
  page.locator('dialog output', { hasText: text }).first().waitFor();
const step = (page: Page, name: 'Previous' | 'Next') =>
  page.getByRole('button', { name, exact: true }).click();

async function openFirst(page: Page): Promise<Locator> {
  await page.goto(`/event/${eventId}`);
  await page.getByRole('link', { name: /^Photo 1$/ }).click();
  await expectPosition(page, '1 of 3');
  return lightboxOf(page);
}

type Video = ElementHandle<{ paused: boolean; ended: boolean; currentTime: number }>;

/** Waits until the video plays. */
async function playing(page: Page): Promise<Video> {
  const video = lightboxOf(page, 'Video').locator('video');
  const handle = (await video.elementHandle()) as Video;
  await expect
    .poll(() => handle.evaluate(({ paused, currentTime }) => !paused && currentTime > 0))
    .toBe(true);
  return handle;
}

const isPaused = (video: Video) => video.evaluate(({ paused, ended }) => paused && !ended);

describe('on a desktop', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await testBed.newPerson(undefined, DESKTOP));
  });

  it('has buttons for existing neighbours', async () => {
    const lightbox = await openFirst(page);
    const [previous, next] = ['Previous', 'Next'].map((name) => lightbox.getByRole('button', { name }));
    expect([await previous?.isVisible(), await next?.isVisible()]).toEqual([false, true]);
    await step(page, 'Next');
    await expectPosition(page, '2 of 3');
    await step(page, 'Next');
    await expectPosition(page, '3 of 3');
    expect([await previous?.isVisible(), await next?.isVisible()]).toEqual([true, false]);
    // The button that was pressed last is gone, but the keys still work.
    await page.keyboard.press('ArrowLeft');
    await expectPosition(page, '2 of 3');
    await step(page, 'Previous');
    await expectPosition(page, '1 of 3');
    await page.keyboard.press('ArrowRight');
    await expectPosition(page, '2 of 3');
  });

  it.runIf(hasFfmpeg)('stops a video when stepping on or closing', async () => {
    await openFirst(page);
    await step(page, 'Next');
    const leftVideo = await playing(page);
    await step(page, 'Next');
    await expectPosition(page, '3 of 3');
    await expect.poll(() => isPaused(leftVideo)).toBe(true);
    await page.keyboard.press('ArrowLeft');
    const closedVideo = await playing(page);
    await lightboxOf(page, 'Video').getByRole('button', { name: 'Close' }).click();
    await lightboxOf(page, 'Video').waitFor({ state: 'detached' });
    await expect.poll(() => isPaused(closedVideo)).toBe(true);
  });
});

describe('on a phone', () => {
  it('needs a swipe of at least 50 px, and hides the side buttons', async () => {
    const { page, context } = await testBed.newPerson(undefined, PHONE);
    const lightbox = await openFirst(page);
    expect(
      await lightbox
        .getByRole('button', { name: 'Next' })
        .evaluate((side) => side.computedStyleMap().get('opacity')?.toString()),
    ).toBe('0');
    const finger = await context.newCDPSession(page);
    const swipe = async (distance: number): Promise<void> => {
      const [x, y] = [200, 400];
      const move = (type: 'touchStart' | 'touchMove', at: number) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: at, y }] });
      await move('touchStart', x);
      await move('touchMove', x + distance / 2);
      await move('touchMove', x + distance);
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(-49);
    await swipe(-50);
    await expectPosition(page, '2 of 3');
    await swipe(50);
    await expectPosition(page, '1 of 3');
  });
});
