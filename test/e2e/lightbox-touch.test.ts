import type { CDPSession, ElementHandle, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// Touch gestures in the lightbox, and videos.

const testBed = newTestBed('Orchard');
let visitor: Person;
let page: Page;
let finger: CDPSession;
let eventId: string;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  await testBed.add(eventId, [1, 2, 3, 4]);
  visitor = await testBed.newPerson(undefined, PHONE);
  ({ page } = visitor);
  finger = await visitor.context.newCDPSession(page);
});

type Point = readonly [x: number, y: number];

/** Moves fingers in eight steps, one per frame. */
async function move(...strokes: readonly { from: Point; to: Point }[]): Promise<void> {
  const at = (share: number) =>
    strokes.map(({ from, to }, id) => ({
      id,
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
    }));
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 8; step += 1) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 8) });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** As `goBack`, without waiting for another page. */
async function pressBack(): Promise<void> {
  const { currentIndex, entries } = await finger.send('Page.getNavigationHistory');
  const entryId = entries[currentIndex - 1]?.id;
  if (entryId !== undefined) await finger.send('Page.navigateToHistoryEntry', { entryId });
}

const lightbox = (): Locator => page.getByRole('dialog', { name: 'Photo' });
const position = () =>
  lightbox()
    .getByText(/ of \d+$/)
    .textContent();
/** How many times as large as it fits the photo is. */
const scale = () =>
  page.evaluate<number>(
    `new DOMMatrix(getComputedStyle(document.querySelector('[data-large]')).transform).a`,
  );
/** What touches on the photo may be for the browser. */
const touchAction = () =>
  page
    .locator('[data-zoomable]')
    .evaluate((stage) => stage.computedStyleMap().get('touch-action')?.toString());
/** After this, the effect of a gesture has been rendered. */
const waitUntilIdle = () =>
  page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 2000 }))');

describe('on the second of four photos', () => {
  beforeAll(async () => {
    await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: /^Photo 2$/ }).tap();
    await lightbox().getByText('2 of 4').waitFor();
  });

  it.each([
    ['a mostly vertical swipe does nothing', [200, 600], [140, 300], '2 of 4'],
    ['a swipe to the right leads to the first', [60, 400], [360, 400], '1 of 4'],
    ['another one stays at the first', [60, 400], [360, 400], '1 of 4'],
    ['a swipe to the left leads on again', [300, 400], [100, 400], '2 of 4'],
  ] as const)('%s', async (_, from, to, expected) => {
    await move({ from, to });
    await waitUntilIdle();
    expect(await position()).toBe(expected);
  });

  it('two fingers zoom, after which one finger pans', async () => {
    await move({ from: [195, 350], to: [195, 250] }, { from: [195, 450], to: [195, 550] });
    await expect.poll(scale).toBeGreaterThan(2);
    expect(await page.evaluate('visualViewport.scale')).toBe(1);
    for (const [from, to] of [
      [
        [300, 400],
        [100, 400],
      ],
      [
        [300, 400],
        [60, 400],
      ],
      [
        [60, 400],
        [360, 400],
      ],
      [
        [60, 400],
        [360, 400],
      ],
    ] as const) {
      await move({ from, to });
      await waitUntilIdle();
    }
    expect(await position()).toBe('2 of 4');
    await page.touchscreen.tap(195, 400);
    await page.touchscreen.tap(195, 400);
    await expect.poll(scale).toBe(1);
    expect(await position()).toBe('2 of 4');
  });

  it('leaves touches to the browser while the page itself is zoomed', async () => {
    expect(await touchAction()).toBe('none');
    await finger.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await expect.poll(touchAction).toBe('auto');
    await move({ from: [300, 400], to: [60, 400] });
    await waitUntilIdle();
    expect(await position()).toBe('2 of 4');
    await finger.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
    await expect.poll(touchAction).toBe('none');
  });

  it('Back shows all of the photo first', async () => {
    const address = page.url();
    await page.getByRole('button', { name: 'Zoom In' }).tap();
    await expect.poll(scale).toBeGreaterThan(1);
    await pressBack();
    await expect.poll(scale).toBe(1);
    await page.getByRole('button', { name: 'Zoom In' }).waitFor();
    expect(page.url()).toBe(address);
  });

  it('Close closes also what is zoomed', async () => {
    await page.getByRole('button', { name: 'Zoom In' }).tap();
    await page.getByRole('button', { name: 'Zoom Out' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).tap();
    await lightbox().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.goForward();
    await lightbox().getByText('2 of 4').waitFor();
  });

  it('Back closes the lightbox, and Forward opens it again', async () => {
    await page.goBack();
    await lightbox().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.goForward();
    await lightbox().getByText('2 of 4').waitFor();
    await page.goBack();
    await lightbox().waitFor({ state: 'detached' });
  });
});

type Video = ElementHandle<{ paused: boolean; ended: boolean; currentTime: number }>;

/** Waits until the lightbox's video plays. */
async function playing(): Promise<Video> {
  const handle = (await page
    .getByRole('dialog', { name: 'Video' })
    .locator('video')
    .elementHandle()) as Video;
  await expect
    .poll(() => handle.evaluate(({ paused, currentTime }) => !paused && currentTime > 0))
    .toBe(true);
  return handle;
}

const isPaused = (video: Video) => video.evaluate(({ paused, ended }) => paused && !ended);

it.runIf(hasFfmpeg)(
  'plays a video in its tile, and in the lightbox with native controls, until it is left',
  async () => {
    const bytes = makeVideo('dance.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']);
    const { id } = await upload(testBed.olive, eventId, { name: 'dance.mp4', type: 'video/mp4', bytes });
    await waitUntilProcessed(testBed.olive, eventId, id);
    await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
    const first = page.locator('main li[data-index="0"]');
    await first.getByRole('button', { name: 'Play video 1' }).tap();
    const inline = first.locator('video[playsinline][controls]');
    await inline.waitFor();
    expect(await inline.getAttribute('aria-label')).toBe('Video 1');
    expect(await inline.getAttribute('poster')).toMatch(/\.webp/);
    expect(await inline.evaluate((video) => video.matches(':focus'))).toBe(true);
    expect(await lightbox().count()).toBe(0);
    // At its end, the tile is shown again.
    await first.getByRole('link', { name: /^Video 1$/ }).waitFor();
    await first.getByRole('link', { name: /^Video 1$/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Video' });
    const video = dialog.locator('video[playsinline][controls]');
    await video.waitFor();
    expect(await video.getAttribute('poster')).toMatch(/\.webp/);
    // A focused video uses the arrow keys for its controls; otherwise they step.
    await video.focus();
    await page.keyboard.press('ArrowRight');
    await waitUntilIdle();
    await dialog.getByText('1 of 5').waitFor();
    await dialog.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('ArrowRight');
    await lightbox().getByText('2 of 5').waitFor();

    // Otherwise it would end by itself.
    await page.evaluate(`document.addEventListener('play', ({ target }) => { target.loop = true; }, true)`);
    await page.keyboard.press('ArrowLeft');
    const leftVideo = await playing();
    await page.keyboard.press('ArrowRight');
    await lightbox().getByText('2 of 5').waitFor();
    await expect.poll(() => isPaused(leftVideo)).toBe(true);
    await page.keyboard.press('ArrowLeft');
    const closedVideo = await playing();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => isPaused(closedVideo)).toBe(true);
  },
);

it('logs no errors', () => {
  expect(visitor.consoleErrors).toEqual([]);
});
