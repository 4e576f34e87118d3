import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// Dialogs and toasts open with a short animation, and with none if the user prefers reduced motion.

const testBed = newTestBed('Carousel');
/** A stranger in the gallery, on a phone but for what is another on a desktop. */
let page: Page;

beforeAll(async () => {
  const eventId = await testBed.newEvent();
  await testBed.fill(eventId, 2);
  ({ page } = await testBed.newPerson(undefined, PHONE));
  await page.addInitScript(RECORD);
  await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Photo 2$/ }).waitFor();
});

/** Closes what a test has opened. */
afterEach(async () => {
  await page.keyboard.press('Escape');
  const toasts = page.locator('[data-tone] button');
  await toasts.evaluateAll((all) => all.forEach((element) => 'click' in element && element.click()));
  await page.locator('dialog, [data-tone]').first().waitFor({ state: 'detached' });
});

/** An animation or transition that has started. */
type Motion = {
  /** Transitions may belong to the pressed button. */
  readonly kind: 'animation' | 'transition' | 'script';
  /** Where it happens. */
  readonly of: 'toast' | 'dialog' | 'page';
  readonly what: string;
  readonly ms: number;
};

/** Records every animation when it starts, because short ones may be over between two polls. */
const RECORD = `
  window.motions = [];
  const note = (kind, target, what, ms) => {
    const of = target.closest('[data-tone]') ? 'toast' : target.closest('dialog') ? 'dialog' : 'page';
    motions.push({ kind, of, what, ms });
  };
  const longest = (times) =>
    Math.max(...times.split(',').map((time) => parseFloat(time) * (time.endsWith('ms') ? 1 : 1000)));
  addEventListener('animationstart', ({ target, animationName, pseudoElement }) =>
    note('animation', target, animationName, longest(getComputedStyle(target, pseudoElement).animationDuration)), true);
  addEventListener('transitionrun', ({ target, propertyName, pseudoElement }) =>
    note('transition', target, propertyName, longest(getComputedStyle(target, pseudoElement).transitionDuration)), true);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    note('script', this, 'animate', typeof timing === 'number' ? timing : Number(timing.duration));
    return animate.call(this, frames, timing);
  };
`;

const motions = () => page.evaluate<Motion[]>('motions');

type Opening = {
  readonly is: 'toast' | 'dialog';
  readonly on?: typeof DESKTOP;
  /** Runs before recording. */
  readonly before?: () => Promise<void>;
  readonly open: () => Promise<void>;
};

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

const openPhoto = async (): Promise<void> => {
  await page.getByRole('link', { name: /^Photo 1$/ }).click();
  await page.getByText('1 of 2').waitFor();
};

const A_PHOTO: Opening = { is: 'dialog', on: DESKTOP, open: openPhoto };

const animated: Readonly<Record<string, Opening>> = {
  'a dialog': {
    is: 'dialog',
    on: DESKTOP,
    open: async () => {
      await press('Download All');
      await page.getByRole('dialog', { name: 'Download All' }).waitFor();
    },
  },
  'the drawer': {
    is: 'dialog',
    open: async () => {
      await press('Open menu');
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  'a toast': {
    is: 'toast',
    before: () => press('Add Media'),
    open: async () => {
      await press('Continue as Guest');
      await page.getByText('Name Required').waitFor();
    },
  },
  'a swiped photo': {
    is: 'dialog',
    before: openPhoto,
    open: async () => {
      const finger = await page.context().newCDPSession(page);
      const move = (type: 'touchStart' | 'touchMove', x: number) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: 400 }] });
      await move('touchStart', 200);
      await move('touchMove', 150);
      await move('touchMove', 100);
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await page.getByText('2 of 2').waitFor();
    },
  },
};

/** Waits until nothing moves in the gallery, and then opens something there. */
async function openIn(reducedMotion: 'reduce' | 'no-preference', opening: Opening): Promise<void> {
  await page.setViewportSize(opening.on ?? PHONE);
  await page.emulateMedia({ reducedMotion });
  await opening.before?.();
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
  await page.evaluate('{ motions.length = 0 }');
  await opening.open();
}

/** Shorter than a frame, so invisible. */
const INVISIBLE_MS = 1;

it.each(Object.entries(animated))('%s opens with an animation', async (_, opening) => {
  await openIn('no-preference', opening);
  const visibleMotions = async () =>
    (await motions()).filter(
      ({ kind, of, ms }) => kind === 'animation' && of === opening.is && ms > INVISIBLE_MS,
    );
  await expect.poll(visibleMotions).not.toEqual([]);
  for (const { ms } of await visibleMotions()) expect(ms).toBeLessThanOrEqual(250);
});

const scriptDurations = async () =>
  (await motions()).flatMap(({ kind, of, ms }) => (kind === 'script' && of === 'dialog' ? [ms] : []));

it('a photo expands from its tile', async () => {
  await openIn('no-preference', A_PHOTO);
  await expect.poll(scriptDurations).toEqual([220]);
});

const all: Readonly<Record<string, Opening>> = { ...animated, 'a photo': A_PHOTO };

it.each(Object.entries(all))(
  '%s opens without animation if reduced motion is preferred',
  async (_, opening) => {
    await openIn('reduce', opening);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect((await motions()).filter(({ ms }) => ms > INVISIBLE_MS)).toEqual([]);
    const going = 'document.getAnimations().map(({ effect }) => effect.getComputedTiming().endTime)';
    expect((await page.evaluate<number[]>(going)).filter((ms) => ms > INVISIBLE_MS)).toEqual([]);
  },
);

it('a toast stays at the top of the screen while a sheet opens beneath it', async () => {
  await page.setViewportSize(PHONE);
  // The first frame, for as long as it takes to look at it.
  await page.evaluate(`{
    const paused = new CSSStyleSheet();
    paused.replaceSync('dialog { animation-play-state: paused !important }');
    document.adoptedStyleSheets = [paused];
  }`);
  await press('Add Media');
  await press('Continue as Guest');
  const toast = page.locator('dialog [data-tone]');
  const place = async () => (await toast.locator('xpath=../..').boundingBox())?.y;
  await toast.waitFor();
  const first = await place();
  expect(first).toBe(8);
  await page.evaluate('{ document.adoptedStyleSheets = [] }');
  await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
  expect(await place()).toBe(first);
});
