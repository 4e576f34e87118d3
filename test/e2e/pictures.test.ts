import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { fillGallery } from '../load/large-gallery.ts';
import { PHONE } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// How pictures load: placeholders, priority, and the size of the rendition.

const testBed = newTestBed('Meadow');
/** Number of pictures with high priority: in the app, and in the server-rendered page. */
const FIRST = 6;
const FIRST_OF_SERVER = 4;
/** Height divided by width. The one in the middle of the list is a panorama. */
const SHAPES = [0.5625, 1.333, 0.5625, 1, 0.2, 0.667, 0.75, 1.333];
const COUNT = SHAPES.length;
const PANORAMA = COUNT / 2;
/** An event whose photos have all renditions. */
let eventId: string;
/** A visitor's phone. */
let page: Page;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  await fillGallery(inject('environment'), {
    eventId,
    userId: testBed.olive.userId,
    count: COUNT,
    files: 'each size',
    shapes: SHAPES,
  });
  ({ page } = await testBed.newPerson(undefined, PHONE));
});

/** Opens the gallery, with all pictures held back until it is told to release them. */
async function openWithHeldPictures(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.webp', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`/event/${eventId}`, { waitUntil: 'commit' });
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  return resolve;
}

const tile = (number: number): Locator => page.locator(`main li[data-index="${number - 1}"]`);
const frameOf = (tile: Locator): Locator => tile.locator('span:has(> img)');

/** Number of colours of the last tile's placeholder, and its lowest alpha. */
const PAINTED = `(() => {
  const canvas = document.querySelector('main li[data-index="${COUNT - 1}"] canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
  return { colours: new Set(pixels.map(String)).size, covers: Math.min(...pixels.map(([, , , alpha]) => alpha)) };
})()`;

it('a picture that is loading has its colour as the background on the first screen, else a blurred placeholder of the final size', async () => {
  const release = await openWithHeldPictures();
  const [item] = (await testBed.olive.get(`/api/events/${eventId}/media`)).json;
  const parts = [1, 3, 5].map((at) => Number.parseInt(item?.color?.slice(at, at + 2) ?? '', 16));
  const style = () => frameOf(tile(1)).getAttribute('style');
  expect(await style()).toContain(`background-color: rgb(${parts.join(', ')})`);
  const last = tile(COUNT);
  const canvas = last.locator('canvas');
  await canvas.waitFor();
  // Painted after a short delay, because fast scrolling skips the blur.
  const painted = () => page.evaluate<{ colours: number; covers: number }>(PAINTED);
  await expect.poll(async () => (await painted()).colours).toBeGreaterThan(10);
  expect((await painted()).covers).toBe(255);
  const before = [await last.boundingBox(), await frameOf(last).boundingBox(), await canvas.boundingBox()];
  expect(before[2]?.width).toBeGreaterThan(100);
  release();
  await canvas.waitFor({ state: 'detached' });
  const picture = last.locator('img');
  expect([await last.boundingBox(), await frameOf(last).boundingBox(), await picture.boundingBox()]).toEqual(
    before,
  );
  await expect.poll(style).toBe('');
  await page.unroute('**/*.webp');
});

const priorityOf = (picture: { getAttribute(name: string): string | null }) => [
  picture.getAttribute('fetchpriority'),
  picture.getAttribute('loading'),
];

describe('pictures', () => {
  it('on the first screen have high priority', async () => {
    await page.goto(`/event/${eventId}`);
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    const pictures = await page.locator('main li[data-index] img').all();
    expect(pictures).toHaveLength(COUNT);
    const priorities = await Promise.all(pictures.map((picture) => picture.evaluate(priorityOf)));
    expect(priorities).toEqual(pictures.map((_, at) => [at < FIRST ? 'high' : 'auto', null]));
  });

  it('of the server-rendered page are lazy except for the first', async () => {
    const blocked = await page.route('**/*.js', (route) => route.abort());
    await page.goto(`/event/${eventId}`);
    for (let number = 1; number <= COUNT; number += 1) {
      const picture = tile(number).locator('img');
      expect(await picture.evaluate(priorityOf)).toEqual(
        number <= FIRST_OF_SERVER ? ['high', null] : ['auto', 'lazy'],
      );
    }
    await blocked.dispose();
  });
});

/** For each picture: available widths, selected width, and displayed width in CSS pixels. */
const SELECTED_WIDTHS = `[...document.querySelectorAll('main li[data-index] img, dialog img[srcset]')].map((picture) => {
  const sizes = picture.srcset.split(', ').map((one) => one.split(' '));
  const [, taken] = sizes.find(([url]) => new URL(url, location.href).href === picture.currentSrc);
  return [sizes.map(([, width]) => parseInt(width)), parseInt(taken), picture.getBoundingClientRect().width];
})`;

type SelectedWidth = [widths: number[], taken: number, drawnWidth: number];

/** Expects the smallest sharp rendition everywhere: these widths in the first tile and in the lightbox. */
async function expectSharp(ratio: number, firstAndLarge: readonly number[]): Promise<void> {
  const pictures = await page.evaluate<SelectedWidth[]>(SELECTED_WIDTHS);
  expect(pictures).toHaveLength(COUNT + 1);
  const panorama = tile(PANORAMA + 1).locator('img');
  const height = (await panorama.boundingBox())?.height ?? 0;
  expect(height * 5).toBeGreaterThan((pictures[PANORAMA]?.[2] ?? Infinity) * 1.5);
  for (const [at, [widths, selected, displayedWidth]] of pictures.entries()) {
    const isPanorama = at === PANORAMA;
    const drawnWidth = isPanorama ? Math.floor(height * 5) : displayedWidth;
    const isSharp = (width: number) => width >= drawnWidth * ratio;
    expect([at, selected]).toEqual([at, widths.find(isSharp) ?? widths.at(-1)]);
  }
  expect([pictures.at(0)?.[1], pictures.at(-1)?.[1]]).toEqual(firstAndLarge);
}

it.each([
  [1, 320, 800],
  [3, 800, 1600],
])(
  'a screen with device pixel ratio %i loads the smallest sharp rendition, in tiles, in the lightbox and of a panorama, which is wider than its tile',
  async (deviceScaleFactor, onTile, large) => {
    const screen = await page.context().newCDPSession(page);
    const metrics = { ...PHONE, deviceScaleFactor, mobile: true };
    await screen.send('Emulation.setDeviceMetricsOverride', metrics);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Photo 1$/ }).tap();
    await page.locator('dialog img[srcset]').and(page.locator('[src]')).waitFor();
    await expect
      .poll(() => page.evaluate(`document.querySelector('dialog img[srcset]').complete`))
      .toBe(true);
    expect(await page.evaluate('devicePixelRatio')).toBe(deviceScaleFactor);
    // They become sharp one after the other.
    await vi.waitFor(() => expectSharp(deviceScaleFactor, [onTile, large]), {
      timeout: 15_000,
      interval: 150,
    });
    // Or the large view would load what the next ratio needs, which then is taken for the tile, too.
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await screen.detach();
  },
);
