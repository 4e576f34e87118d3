import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANIMATIONS_FINISHED, waitForAnimations } from './axe.ts';
import { newTestBed } from './test-bed.ts';

// Every tab stop has a visible focus indicator in both themes.

const testBed = newTestBed('Lighthouse');
/** The host, in a gallery with photos unless a test leads elsewhere. */
let host: Page;

beforeAll(async () => {
  const eventId = await testBed.newEvent({ date: '2026-06-30' });
  await testBed.fill(eventId, 3);
  host = await testBed.open(`/event/${eventId}`, testBed.olive);
  host.on('filechooser', () => undefined);
});

type Stop = {
  /** Start of the focused element's markup. */
  readonly is: string;
  /** Width of the ring; 0 if there is none. */
  readonly ringPx: number;
  /** Contrast of the ring to its background. */
  readonly contrast: number;
  /** Whether the element with the ring is at least partly in the window. */
  readonly isInWindow: boolean;
};

/**
 * Measures the focus ring. It is around the element itself, or around the parent of an invisible control. An inset ring
 * contrasts with the element's own background, any other with the background around it (WCAG 2.2, 1.4.11). On photos,
 * which can have any colour, a second ring made of a shadow is the background.
 */
const STOP = `(() => {
  const focused = document.activeElement;
  if (focused === document.body) return null;
  // Drawn to a canvas, because browsers serialize colours in different ways.
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

type Step = 'the same as before' | 'one that was there' | Stop | null;

/** What Tab has led to. A date field is one stop, but takes several Tabs. */
const STEP = `(async () => {
  const focused = document.activeElement;
  if (focused === tabStops.at(-1)) return 'the same as before';
  if (tabStops.includes(focused)) return 'one that was there';
  tabStops.push(focused);
  await ${ANIMATIONS_FINISHED};
  return ${STOP};
})()`;

/** All tab stops, until one repeats. */
async function stopsOf(page: Page): Promise<Stop[]> {
  await page.evaluate('window.tabStops = []');
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const step = await page.evaluate<Step>(STEP);
    if (step === 'one that was there') return stops;
    if (step !== null && step !== 'the same as before') stops.push(step);
  }
}

/** The same ones again. What has had the focus by key shows it as well when a script moves it there. */
const SAME_STOPS = `(async () => {
  const stops = [];
  for (const stop of tabStops.filter((stop) => stop !== document.body)) {
    stop.focus();
    await ${ANIMATIONS_FINISHED};
    stops.push(${STOP});
  }
  return stops;
})()`;

/** @param least expected number of stops; fewer mean that something was skipped */
async function expectVisibleFocus(page: Page, { least }: { readonly least: number }): Promise<void> {
  await show(page, 'light');
  const stops = await stopsOf(page);
  expect(stops.length).toBeGreaterThanOrEqual(least);
  expect(stops.filter(isInvisible)).toEqual([]);
  await show(page, 'dark');
  const dark = await page.evaluate<Stop[]>(SAME_STOPS);
  expect(dark.map(({ is }) => is)).toEqual(stops.map(({ is }) => is));
  expect(dark.filter(isInvisible)).toEqual([]);
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await waitForAnimations(page);
}

const isInvisible = ({ ringPx, contrast, isInWindow }: Stop): boolean =>
  ringPx < 2 || !isInWindow || contrast < 3;

describe('every tab stop is visible', () => {
  it('on the landing page', async () => {
    const page = await testBed.open('/');
    await page.getByRole('button', { name: 'Join Event' }).first().waitFor();
    await expectVisibleFocus(page, { least: 30 });
  });

  it('in a gallery with photos', async () => {
    await host.getByRole('link', { name: /^Photo 3$/ }).waitFor();
    await host.getByText('Event Management').waitFor();
    await expectVisibleFocus(host, { least: 20 });
  });

  it.each([
    ['Edit Event', 'Edit Event', 5],
    ['Share Event', 'Share Event', 5],
    ['Add Media', 'Upload Media', 2],
    [/^Photo 2$/, 'Photo', 5],
  ] as const)('in the dialog that %s opens', async (name, title, least) => {
    const opener = host.getByRole('button', { name }).or(host.getByRole('link', { name }));
    await opener.first().press('Enter');
    const dialog = host.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await expectVisibleFocus(host, { least });
    await host.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('on the dashboard', async () => {
    await host.goto('/');
    await host.getByRole('heading', { name: 'Hi Olive' }).waitFor();
    await host
      .getByRole('link', { name: /Lighthouse/ })
      .first()
      .waitFor();
    await expectVisibleFocus(host, { least: 7 });
  });

  it('in the create-event form', async () => {
    await host.goto('/create');
    await host.getByLabel(/Event Name/).waitFor();
    await host.getByLabel(/Paid Event/).check();
    await expectVisibleFocus(host, { least: 14 });
  });
});
