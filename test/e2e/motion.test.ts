import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { DESKTOP, PHONE } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// Dialogs and toasts open with a short animation, and with none if the user prefers reduced motion.

const testBed = newTestBed('Carousel');
/** The gallery on two screens. */
let galleries: Readonly<Record<'host' | 'phone', Page>>;

beforeAll(async () => {
  const eventId = await testBed.newEvent();
  await testBed.add(eventId, [1, 2]);
  const openGallery = async (identity?: SignedIn, viewport = DESKTOP): Promise<Page> => {
    const { page } = await testBed.newPerson(identity, viewport);
    await page.addInitScript(RECORD);
    await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Photo 2$/ }).waitFor();
    return page;
  };
  const [host, phone] = await Promise.all([openGallery(testBed.olive), openGallery(undefined, PHONE)]);
  galleries = { host, phone };
});

/** Closes what a test has opened. */
afterEach(async () => {
  for (const page of Object.values(galleries)) {
    await page.keyboard.press('Escape');
    const toasts = page.locator('[data-tone] button');
    await toasts.evaluateAll((all) => all.forEach((element) => 'click' in element && element.click()));
    await page.locator('dialog, [data-tone]').first().waitFor({ state: 'detached' });
  }
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

const motionsOf = (page: Page) => page.evaluate<Motion[]>('motions');

type Opening = {
  readonly is: 'toast' | 'dialog';
  readonly on: keyof typeof galleries;
  /** Runs before recording. */
  readonly before?: (page: Page) => Promise<void>;
  readonly open: (page: Page) => Promise<void>;
};

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

const openPhoto = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /^Photo 1$/ }).click();
  await page.getByText('1 of 2').waitFor();
};

const A_PHOTO: Opening = { is: 'dialog', on: 'host', open: openPhoto };

const animated: Readonly<Record<string, Opening>> = {
  'a dialog': {
    is: 'dialog',
    on: 'host',
    open: async (page) => {
      await press(page, 'Edit Event');
      await page.getByRole('dialog', { name: 'Edit Event' }).waitFor();
    },
  },
  'the drawer': {
    is: 'dialog',
    on: 'phone',
    open: async (page) => {
      await press(page, 'Open menu');
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  'a toast': {
    is: 'toast',
    on: 'phone',
    before: (page) => press(page, 'Add Media'),
    open: async (page) => {
      await press(page, 'Continue as Guest');
      await page.getByText('Name Required').waitFor();
    },
  },
  'a swiped photo': {
    is: 'dialog',
    on: 'phone',
    before: openPhoto,
    open: async (page) => {
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
async function openIn(reducedMotion: 'reduce' | 'no-preference', opening: Opening): Promise<Page> {
  const page = galleries[opening.on];
  await page.emulateMedia({ reducedMotion });
  await opening.before?.(page);
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
  await page.evaluate('{ motions.length = 0 }');
  await opening.open(page);
  return page;
}

/** Shorter than a frame, so invisible. */
const INVISIBLE_MS = 1;

it.each(Object.entries(animated))('%s opens with an animation', async (_, opening) => {
  const page = await openIn('no-preference', opening);
  const visibleMotions = async () =>
    (await motionsOf(page)).filter(
      ({ kind, of, ms }) => kind === 'animation' && of === opening.is && ms > INVISIBLE_MS,
    );
  await expect.poll(visibleMotions).not.toEqual([]);
  for (const { ms } of await visibleMotions()) expect(ms).toBeLessThanOrEqual(250);
});

it('a photo expands from its tile', async () => {
  const page = await openIn('no-preference', A_PHOTO);
  const scriptDurations = async () =>
    (await motionsOf(page)).flatMap(({ kind, of, ms }) => (kind === 'script' && of === 'dialog' ? [ms] : []));
  await expect.poll(scriptDurations).toEqual([220]);
});

const all: Readonly<Record<string, Opening>> = { ...animated, 'a photo': A_PHOTO };

it.each(Object.entries(all))(
  '%s opens without animation if reduced motion is preferred',
  async (_, opening) => {
    const page = await openIn('reduce', opening);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect((await motionsOf(page)).filter(({ ms }) => ms > INVISIBLE_MS)).toEqual([]);
    const going = 'document.getAnimations().map(({ effect }) => effect.getComputedTiming().endTime)';
    expect((await page.evaluate<number[]>(going)).filter((ms) => ms > INVISIBLE_MS)).toEqual([]);
  },
);

it('a toast stays at the top of the screen while a sheet opens beneath it', async () => {
  const page = galleries.phone;
  // The first frame, for as long as it takes to look at it.
  await page.evaluate(`{
    const paused = new CSSStyleSheet();
    paused.replaceSync('dialog { animation-play-state: paused !important }');
    document.adoptedStyleSheets = [paused];
  }`);
  await press(page, 'Add Media');
  await press(page, 'Continue as Guest');
  const toast = page.locator('dialog [data-tone]');
  const place = async () => (await toast.locator('xpath=../..').boundingBox())?.y;
  await toast.waitFor();
  const first = await place();
  expect(first).toBe(8);
  await page.evaluate('{ document.adoptedStyleSheets = [] }');
  await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
  expect(await place()).toBe(first);
});
