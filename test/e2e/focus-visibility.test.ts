import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { settled } from './axe.ts';
import { DESKTOP } from './browser.ts';
import { newTestBed } from './test-bed.ts';

// Whoever goes through a page by Tab sees at each stop where they are, in both themes.

const testBed = newTestBed('Lighthouse');
let eventId: string;

beforeAll(async () => {
  eventId = await testBed.newEvent({ date: '2026-06-30' });
  await testBed.add(eventId, [1, 2, 3]);
});

type Stop = {
  /** What has the focus, the beginning of its markup. */
  readonly is: string;
  /** As wide as it is drawn; 0 where it is not. */
  readonly ringPx: number;
  /** Of the ring to what lies around or under it. */
  readonly contrast: number;
  /** Whether the element, or what it stands for, is at least partly within the window. */
  readonly isInWindow: boolean;
};

/**
 * Where the focus is. The ring is around the element itself, or around what stands for a control that is not seen. A ring
 * within its element lies on that element's own ground, any other on the ground around it (WCAG 2.2, 1.4.11). On photos,
 * which can be of any colour, it lies between the photo and a second ring of a shadow, and that is its ground.
 */
const STOP = `(() => {
  const focused = document.activeElement;
  if (focused === document.body) return null;
  // Drawn to be read: a browser writes a colour in more than one way.
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => [r, g, b]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const overWhite = ([r, g, b, alpha]) => [r, g, b].map((part) => 255 + ((part - 255) * alpha) / 255);
  const groundOf = (element) => {
    for (let under = element; under; under = under.parentElement) {
      const colour = rgba(getComputedStyle(under).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255];
  };
  const seen = getComputedStyle(focused).opacity === '0' ? focused.parentElement : focused;
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset, boxShadow } = getComputedStyle(seen);
  const [, shadow, spread] = /^(rgba?\\(.+?\\)) 0px 0px 0px (\\d+)px/.exec(boxShadow) ?? [];
  const hasSecond = parseFloat(spread) > parseFloat(outlineWidth);
  const ground = hasSecond ? overWhite(rgba(shadow)) : groundOf(parseFloat(outlineOffset) < 0 ? seen : seen.parentElement);
  const [low, high] = [luminance(rgba(outlineColor)), luminance(ground)].sort((one, other) => one - other);
  const { top, bottom, left, right } = seen.getBoundingClientRect();
  const name = focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40);
  return {
    is: focused.outerHTML.slice(0, focused.outerHTML.indexOf('>') + 1).slice(0, 140) + ' ' + name,
    ringPx: outlineStyle === 'none' || rgba(outlineColor)[3] === 0 ? 0 : parseFloat(outlineWidth),
    contrast: (high + 0.05) / (low + 0.05),
    isInWindow: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
  };
})()`;

/** A number for each element that was focused, by which one is known again. */
const NUMBER = `(() => {
  const numbers = (window.focusNumbers ??= new Map());
  const focused = document.activeElement;
  if (!numbers.has(focused)) numbers.set(focused, numbers.size);
  return numbers.get(focused);
})()`;

/** Every stop of Tab, from where the focus is until it is back at one. A date is one, and takes more than one Tab. */
async function stopsOf(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  const numbers: number[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const number = await page.evaluate<number>(NUMBER);
    if (number === numbers.at(-1)) continue;
    if (numbers.includes(number)) return stops;
    numbers.push(number);
    await settled(page);
    const stop = await page.evaluate<Stop | null>(STOP);
    if (stop) stops.push(stop);
  }
}

type Wish = {
  /** So many stops there are: fewer, and something was not gone through. */
  readonly least: number;
};

async function expectVisibleFocus(page: Page, { least }: Wish): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const stops = await stopsOf(page);
    expect(stops.length).toBeGreaterThanOrEqual(least);
    const unseen = stops.filter(
      ({ ringPx, contrast, isInWindow }) => ringPx < 2 || !isInWindow || contrast < 3,
    );
    expect([colorScheme, unseen]).toEqual([colorScheme, []]);
  }
}

describe('every stop of Tab is seen', () => {
  it('on the landing page', async () => {
    const page = await testBed.open('/');
    await page.getByRole('button', { name: 'Join Event' }).first().waitFor();
    await expectVisibleFocus(page, { least: 30 });
  });

  it('on the dashboard', async () => {
    const page = await testBed.open('/', testBed.olive);
    await page.getByRole('heading', { name: 'Hi Olive' }).waitFor();
    await page
      .getByRole('link', { name: /Lighthouse/ })
      .first()
      .waitFor();
    await expectVisibleFocus(page, { least: 7 });
  });

  it('on the form of a new event', async () => {
    const page = await testBed.open('/create', testBed.olive);
    await page.getByLabel(/Event Name/).waitFor();
    await page.getByLabel(/Paid Event/).check();
    await expectVisibleFocus(page, { least: 14 });
  });

  it('in a gallery with photos', async () => {
    const page = await testBed.open(`/event/${eventId}`, testBed.olive, DESKTOP);
    await page.getByRole('button', { name: /^Photo 3$/ }).waitFor();
    await page.getByText('Event Management').waitFor();
    await expectVisibleFocus(page, { least: 20 });
  });

  it.each(['Edit Event', 'Share Event'])('in the dialog %s', async (name) => {
    const page = await testBed.open(`/event/${eventId}`, testBed.olive);
    await page.getByRole('button', { name }).press('Enter');
    await page.getByRole('dialog', { name }).waitFor();
    await expectVisibleFocus(page, { least: 5 });
  });

  it('in the dialog that takes files', async () => {
    const page = await testBed.open(`/event/${eventId}`, testBed.olive);
    page.on('filechooser', () => undefined);
    await page.getByRole('button', { name: 'Add Media' }).first().press('Enter');
    await page.getByRole('dialog', { name: 'Upload Media' }).waitFor();
    await expectVisibleFocus(page, { least: 2 });
  });

  it('in the large view of a photo', async () => {
    const page = await testBed.open(`/event/${eventId}`, testBed.olive);
    await page.getByRole('button', { name: /^Photo 2$/ }).press('Enter');
    await page.getByText('2 of 3').waitFor();
    await expectVisibleFocus(page, { least: 5 });
  });
});
