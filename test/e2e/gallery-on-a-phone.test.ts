import type { CDPSession, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, type Person } from '../fixtures/browser.ts';
import { credentials, newGuest } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast } from './toast-steps.ts';

// A stranger's gallery on a phone, loaded once: dialogs and toasts open with a short animation, and with none if reduced
// motion is preferred; touch gestures in the lightbox; what the address keeps, which is the order and the photo that is
// shown; and what the stranger's heart says.

const testBed = newTestBed('Orchard');
let visitor: Person;
let page: Page;
let finger: CDPSession;
let eventId: string;
/** Ids of the photos, the oldest first. The first and the third have a vote. */
let ids: string[];

beforeAll(async () => {
  eventId = await testBed.newEvent();
  ids = await testBed.fill(eventId, 4);
  const grace = await newGuest(baseURL);
  for (const id of [ids[0], ids[2]]) await grace.post(`/api/media/${id}/vote`, credentials(grace));
  visitor = await testBed.newPerson(undefined, PHONE);
  ({ page } = visitor);
  finger = await visitor.context.newCDPSession(page);
  await page.addInitScript(RECORD);
  await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
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
const scriptDurations = async () =>
  (await motions()).flatMap(({ kind, of, ms }) => (kind === 'script' && of === 'dialog' ? [ms] : []));

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
  await page.getByText('1 of 4').waitFor();
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
      await move({ from: [200, 400], to: [100, 400] });
      await page.getByText('2 of 4').waitFor();
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

describe('what opens', () => {
  /** Closes what a test has opened. */
  afterEach(async () => {
    await page.keyboard.press('Escape');
    const toasts = page.locator('[data-tone] button');
    await toasts.evaluateAll((all) => all.forEach((element) => 'click' in element && element.click()));
    await page.locator('dialog, [data-tone]').first().waitFor({ state: 'detached' });
  });

  it.each(Object.entries(animated))('%s opens with an animation', async (_, opening) => {
    await openIn('no-preference', opening);
    const visibleMotions = async () =>
      (await motions()).filter(
        ({ kind, of, ms }) => kind === 'animation' && of === opening.is && ms > INVISIBLE_MS,
      );
    await expect.poll(visibleMotions).not.toEqual([]);
    for (const { ms } of await visibleMotions()) expect(ms).toBeLessThanOrEqual(250);
  });

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
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
    expect(await place()).toBe(first);
  });
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

/** Two taps a tenth of a second apart by their own clock, however late they are sent. */
async function tapTwice(x: number, y: number): Promise<void> {
  const firstAt = Date.now() / 1000;
  for (const timestamp of [firstAt, firstAt + 0.1]) {
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x, y }],
      timestamp,
    });
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: timestamp + 0.02,
    });
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
    await page.emulateMedia({ reducedMotion: 'no-preference' });
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
    await expect.poll(position).toBe(expected);
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
    await tapTwice(195, 400);
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

const search = () => new URL(page.url()).search;
const selected = () => page.getByRole('tab', { selected: true }).textContent();
const shownPosition = (text: string) => page.locator('dialog').getByText(text, { exact: true });

it('keeps the order on reload, with the photo that is shown, and as no step of the history', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/event/${eventId}/timeline`);
  await page.getByRole('link', { name: /Back to Gallery/ }).click();
  await page.getByRole('tab', { name: 'Top Voted' }).click();
  await expect.poll(() => search()).toBe('?sort=votes');
  await page.getByRole('link', { name: 'Photo 2', exact: true }).click();
  await shownPosition('2 of 2').waitFor();
  expect(search()).toBe(`?sort=votes&media=${ids[0]}`);
  await page.reload();
  await shownPosition('2 of 2').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => search()).toBe('?sort=votes');
  expect(await selected()).toBe('Top Voted');
  await page.getByRole('tab', { name: 'Recent' }).click();
  await expect.poll(() => search()).toBe('');
  for (const name of ['Top Voted', 'Timeline']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/event/${eventId}/timeline`);
});

it('takes the order of a link before it shows any photos, the first order for one that there is not, and the gallery for a photo that is gone', async () => {
  const document = page.waitForResponse((response) => response.url().includes('sort=votes'));
  await page.goto(`/event/${eventId}?sort=votes`);
  expect(await (await document).text()).not.toContain('data-index');
  await page.getByRole('link', { name: 'Photo 2', exact: true }).waitFor();
  expect(await selected()).toBe('Top Voted');
  expect(await page.getByRole('link', { name: /^Photo \d$/ }).count()).toBe(2);

  await page.goto(`/event/${eventId}?sort=shuffled`);
  await page.getByRole('link', { name: 'Photo 4', exact: true }).waitFor();
  expect(await selected()).toBe('Recent');

  await page.goto(`/event/${eventId}?sort=votes&media=med_aaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await expectToast(page, 'Not Here', 'That photo is no longer here.');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await expect.poll(search).toBe('?sort=votes');
  await page.getByRole('link', { name: 'Photo 2', exact: true }).waitFor();
});

it('a stranger’s heart leads to the name card, on the tile and in the large view, and does not vote', async () => {
  await page.getByRole('tab', { name: 'Recent' }).click();
  await page.getByRole('link', { name: 'Photo 4', exact: true }).waitFor();
  const votes: string[] = [];
  page.on('request', (request) => request.url().includes('/vote') && votes.push(request.method()));
  const card = page.getByRole('dialog', { name: 'Vote as Guest' });
  /** Opens the card by the heart in a place. */
  const pressHeart = async (scope: Locator) => {
    const heart = scope.getByRole('button', { name: 'Vote, 0 votes' }).first();
    expect(await heart.getAttribute('aria-disabled')).toBe('true');
    expect(await heart.getAttribute('title')).toBe('Sign in or join as a guest to vote');
    // Past Playwright's own opinion that such a button cannot be pressed.
    await heart.dispatchEvent('click');
    await card.getByText('Sign in or join as a guest to vote', { exact: false }).waitFor();
    return heart;
  };
  await pressHeart(page.locator('main'));
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Photo 3', exact: true }).tap();
  const largeView = page.locator('dialog').first();
  const heart = await pressHeart(largeView);
  await card.getByLabel(/^Name/).fill('Ada');
  await card.getByRole('button', { name: 'Continue as Guest', exact: true }).click();
  await expectToast(page, 'Welcome!');
  await card.waitFor({ state: 'detached' });
  expect(votes).toEqual([]);
  await heart.click();
  await largeView.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
  await expect.poll(() => votes).toEqual(['POST']);
});

it('logs no errors', () => {
  expect(visitor.consoleErrors).toEqual([]);
});
