import type { CDPSession, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// Touch gestures in the lightbox.

const testBed = newTestBed('Orchard');
let visitor: Person;
let page: Page;
let finger: CDPSession;
let eventId: string;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  await testBed.fill(eventId, 4);
  visitor = await testBed.newPerson(undefined, PHONE);
  ({ page } = visitor);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  finger = await visitor.context.newCDPSession(page);
});

type Point = readonly [x: number, y: number];

type Stroke = { from: Point; to: Point };

const lift = () => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

/** Moves fingers in four steps, one per frame. */
async function move(...strokes: readonly Stroke[]): Promise<void> {
  await drag(...strokes);
  await lift();
}

/** As `move`, and leaves the fingers where they are. */
async function drag(...strokes: readonly Stroke[]): Promise<void> {
  const at = (share: number) =>
    strokes.map(({ from, to }, id) => ({
      id,
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
    }));
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 4; step += 1) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 4) });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
  }
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
/** How far right of its place the photo is, which is at the left edge of the screen. */
const photoOffset = () =>
  page
    .locator('dialog [data-large]')
    .evaluate((photo) => Math.round(photo.getBoundingClientRect().left))
    .catch(() => undefined);
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
    ['a swipe to the right leads to the first', [60, 400], [360, 400], '1 of 4'],
    ['another one stays at the first', [60, 400], [360, 400], '1 of 4'],
    ['a swipe to the left leads on again', [300, 400], [100, 400], '2 of 4'],
  ] as const)('%s', async (_, from, to, expected) => {
    await move({ from, to });
    await waitUntilIdle();
    expect(await position()).toBe(expected);
  });

  it('the photo follows the finger, returns from 48 px, and gives way to the next from 120 px, without side buttons', async () => {
    const side = lightbox().getByRole('button', { name: 'Next' });
    expect(await side.evaluate((button) => button.computedStyleMap().get('opacity')?.toString())).toBe('0');
    for (const [px, shown] of [
      [48, '2 of 4'],
      [120, '3 of 4'],
    ] as const) {
      await expect.poll(photoOffset).toBe(0);
      await drag({ from: [200, 400], to: [200 - px, 400] });
      await expect.poll(photoOffset).toBe(-px);
      await lift();
      await lightbox().getByText(shown).waitFor();
    }
    await expect.poll(photoOffset).toBe(0);
    await move({ from: [60, 400], to: [360, 400] });
    await lightbox().getByText('2 of 4').waitFor();
  });

  it('the first photo follows a finger by a quarter, and returns', async () => {
    await move({ from: [60, 400], to: [360, 400] });
    await lightbox().getByText('1 of 4').waitFor();
    await expect.poll(photoOffset).toBe(0);
    await drag({ from: [100, 400], to: [260, 400] });
    await expect.poll(photoOffset).toBe(40);
    await lift();
    await expect.poll(photoOffset).toBe(0);
    await move({ from: [300, 400], to: [100, 400] });
    await lightbox().getByText('2 of 4').waitFor();
  });

  it('two fingers zoom, after which one finger pans', async () => {
    await move({ from: [195, 350], to: [195, 250] }, { from: [195, 450], to: [195, 550] });
    await expect.poll(scale).toBeGreaterThan(2);
    expect(await page.evaluate('visualViewport.scale')).toBe(1);
    for (const [from, to] of [
      [
        [300, 400],
        [60, 400],
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

it('logs no errors', () => {
  expect(visitor.consoleErrors).toEqual([]);
});
