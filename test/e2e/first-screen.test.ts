import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { newGuest } from '../fixtures/users-and-guests.ts';
import {
  becomeGuest,
  closeContexts,
  newPerson,
  openWithoutScripts,
  type Person,
  PHONE,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { fillGallery } from '../load/large-gallery.ts';
import { ALARM_BYTES, watchCode } from './loaded-code.ts';

// What a guest's phone loads and shows before any interaction.

const baseURL = inject('siteUrl');
let browser: Browser;
let eventId: string;
/** A visitor's phone. */
let phone: Person;
/** Not all that is drawn is on the screen. */
const SHORT_SCREEN = { ...PHONE, height: 390 };
/** Its photos, the newest first. */
let photos: string[];

beforeAll(async () => {
  browser = await sharedBrowser();
  const owner = await newUser(baseURL, 'Olive');
  const fields = { name: 'Summer by the lake', privacy: 'public', date: '2026-06-30' };
  const { json } = await owner.post('/api/events', {
    ...fields,
    description: 'With all of you. '.repeat(20),
  });
  eventId = json.id;
  const { userId } = owner;
  const ids = await fillGallery(inject('environment'), { eventId, userId, count: 5, files: 'tiny' });
  photos = ids.toReversed();
  phone = await newPerson(browser, { viewport: PHONE, baseURL });
});

afterAll(async () => {
  await closeContexts(browser);
});

/** Positions and sizes of elements, in CSS pixels. */
const boxesOf = (page: Page, selector: string): Promise<number[][]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );

/** The application has taken the page over, and measured the grid. */
const waitForApp = (page: Page) => page.locator('[data-unmeasured]').waitFor({ state: 'detached' });

// The first, because the phone must not have loaded anything yet.
it('shows photos before any code has loaded, which takes them over and does not draw them again', async () => {
  const person = phone;
  await person.page.setViewportSize(SHORT_SCREEN);
  const requestedPaths: string[] = [];
  const held = Promise.withResolvers<void>();
  const holding = await person.page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  person.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const response = await person.page.goto(`/event/${eventId}`, { waitUntil: 'commit' });
  const ahead = [...((await response?.headerValue('link')) ?? '').matchAll(/<([^>]+)>/g)].map(
    ([, url = '']) => url,
  );
  const pictures = person.page.locator('main li[data-index] img');
  await pictures.first().waitFor();
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.map((img) => 'naturalWidth' in img && Number(img.naturalWidth) > 0)),
    )
    .toEqual(photos.map(() => true));
  // The gallery's own code is requested at once. The libraries wait for the entry, and do not compete with the pictures.
  const code = requestedPaths.filter((path) => path.endsWith('.js'));
  expect(code).toContainEqual(expect.stringMatching(/\/event-[\w-]{7}\.js$/));
  expect(code.filter((path) => path.includes('/libraries-'))).toEqual([]);
  // Nothing answers the voteButton yet.
  const cursor = () =>
    person.page.evaluate(`getComputedStyle(document.querySelector('main button[aria-pressed]')).cursor`);
  expect(await cursor()).toBe('progress');
  expect(await person.page.getByRole('link', { name: 'Load again' }).isVisible()).toBe(false);
  await person.page.evaluate(
    `for (const element of document.querySelectorAll('#root *')) element.isOfServer = true`,
  );
  held.resolve();
  await waitForApp(person.page);
  expect(requestedPaths.filter((path) => path.startsWith('/api/'))).toEqual([]);
  const drawnAgain = await person.page.evaluate<string[]>(
    `[...document.querySelectorAll('h1, main header ul, [role=tab], li[data-index], li[data-index] :is(a, img)')]
      .filter((element) => !element.isOfServer).map((element) => element.outerHTML)`,
  );
  expect(drawnAgain).toEqual([]);
  expect(await cursor()).toBe('pointer');
  expect(await person.page.locator('#late').count()).toBe(0);
  const small = requestedPaths.filter((path) => path.endsWith('.webp')).slice(0, photos.length);
  // Those that the response's header named were not requested a second time for the page.
  expect(ahead.map((url) => new URL(url, baseURL).pathname)).toEqual(small.slice(0, 4));
  // They become sharp one after the other.
  const smallest = () =>
    pictures.evaluateAll((all) => all.map((img) => img.getAttribute('srcset')?.split(' ')[0]));
  await expect.poll(async () => new Set(await smallest())).toEqual(new Set(small));
  expect(person.consoleErrors).toEqual([]);
  await holding.dispose();
  await person.page.setViewportSize(PHONE);
});

it('needs at most 120 kB of code, and fetches neither data nor base styles that are in the page', async () => {
  const code = watchCode(phone.page);
  const calls: string[] = [];
  const styles: string[] = [];
  phone.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
    if (request.resourceType() === 'stylesheet') styles.push(pathname);
  });
  await phone.page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
  await waitForApp(phone.page);
  expect(code.paths().length).toBeGreaterThan(2);
  expect(
    code.paths().filter((path) => /lightbox|upload-engine|upload-dialog|tile-overlay|landing/.test(path)),
  ).toEqual([]);
  // Content blockers would keep files of such names from the page, which is nothing without them.
  expect(code.paths().filter((path) => /report|vitals|metric|analytics|track/.test(path))).toEqual([]);
  expect(await code.bytes()).toBeLessThanOrEqual(ALARM_BYTES);
  expect(calls).toEqual([]);
  await phone.page.getByRole('link', { name: /^Photo 1$/ }).tap();
  await phone.page.getByText('1 of 5').waitFor();
  expect(styles).toContainEqual(expect.stringContaining('lightbox'));
  expect(styles.filter((path) => /\/(index|shared|event)-/.test(path))).toEqual([]);
  expect(phone.consoleErrors).toEqual([]);
});

it('answers what was pressed while it waited for its code', async () => {
  const held = Promise.withResolvers<void>();
  const holding = await phone.page.route('**/assets/event-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await phone.page.goto(`/event/${eventId}`, { waitUntil: 'commit' });
  await phone.page.locator('script[type=module][src]').waitFor({ state: 'attached' });
  // The application has begun, which takes it a few tasks.
  await phone.page.evaluate(`import(document.querySelector('script[type=module][src]').src)`);
  await phone.page.evaluate(
    'new Promise((done) => setTimeout(() => setTimeout(() => setTimeout(() => setTimeout(done)))))',
  );
  expect(await phone.page.locator('#late').count()).toBe(1);
  await phone.page.getByRole('button', { name: 'Add Media' }).first().tap();
  held.resolve();
  await phone.page.locator('#late').waitFor({ state: 'detached' });
  await phone.page.getByRole('dialog').waitFor();
  await holding.dispose();
});

/** Boxes of parts that differ, and how many pixels tiles are off, which come last. */
function differences(plain: number[][][], app: number[][][]): (number | number[][])[] {
  const isOther = (part: number[][] | undefined, at: number) => String(part) !== String(app[at]);
  const tiles = app.at(-1) ?? [];
  const offBy = (plain.at(-1) ?? []).flatMap((box, index) =>
    box.map((pixels, side) => Math.abs(pixels - (tiles[index]?.[side] ?? 0))),
  );
  return [
    ...app.slice(0, -1).filter((_, at) => isOther(plain[at], at)),
    ...offBy.filter((pixels) => pixels > 0.1),
  ];
}

it('has the same layout before and after the code has loaded, also where the window is then made larger', async () => {
  const screens = {
    'a small phone': { width: 320, height: 568 },
    'a tablet': { width: 768, height: 1024 },
    'a laptop': { width: 1280, height: 720 },
  };
  const { page } = phone;
  const parts = [
    'body > div > header',
    'main h1',
    'main header ul',
    'main header p',
    'main [role=tablist]',
    'main li[data-index]',
  ];
  const boxes = () => Promise.all(parts.map((part) => boxesOf(page, part)));
  const before = new Map<string, number[][][]>();
  await openWithoutScripts(page, `/event/${eventId}`, async () => {
    expect(await page.locator('[data-unmeasured]').count()).toBeGreaterThan(0);
    for (const [screen, viewport] of Object.entries(screens)) {
      await page.setViewportSize(viewport);
      before.set(screen, await boxes());
    }
  });
  const off = async (screen: string) => differences(before.get(screen) ?? [], await boxes());
  await page.setViewportSize(screens['a small phone']);
  await page.goto(`/event/${eventId}`);
  await waitForApp(page);
  // As it was loaded nothing may move; at the other sizes the grid follows the window.
  expect(await off('a small phone')).toEqual([]);
  for (const [screen, viewport] of Object.entries(screens)) {
    expect([screen, before.get(screen)?.at(-1)?.length]).toEqual([screen, 5]);
    await page.setViewportSize(viewport);
    await expect.poll(async () => [screen, await off(screen)]).toEqual([screen, []]);
  }
  expect(phone.consoleErrors).toEqual([]);
  await page.setViewportSize(PHONE);
});

it('shows a photo that is pressed while there is no code, and can be loaded again', async () => {
  const blocked = await phone.page.route('**/*.js', (route) => route.abort());
  await phone.page.goto(`/event/${eventId}`);
  // As after a quarter of a minute.
  await phone.page.evaluate('for (const animation of document.getAnimations()) animation.finish()');
  const again = phone.page.waitForEvent('load');
  await phone.page.getByRole('link', { name: 'Load again' }).tap();
  await again;
  await blocked.dispose();
  await phone.page.getByRole('link', { name: /^Photo 2$/ }).tap();
  await phone.page.getByText('2 of 5').waitFor();
  expect(new URL(phone.page.url()).search).toBe(`?media=${photos[1]}`);
});

// The last, because the phone is a guest's afterwards.
it('shows a guest the anonymous view at once, and then their votes', async () => {
  const guest = await newGuest(baseURL);
  await guest.post(`/api/media/${photos[0]}/vote`, { guestId: guest.guestId, token: guest.token });
  // Pages that many ask for are read every few seconds.
  const drawn = async () => (await fetch(new URL(`/event/${eventId}`, baseURL))).text();
  await expect.poll(drawn).toContain('1 vote');
  const { page } = phone;
  await becomeGuest(phone, guest, 'Grace');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/events/*/media?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/event/${eventId}`);
  await waitForApp(page);
  const voteButton = page.getByRole('button', { name: /1 vote$/ });
  expect(await voteButton.getAttribute('aria-pressed')).toBe('false');
  const before = await boxesOf(page, 'main li[data-index]');
  held.resolve();
  await expect.poll(() => voteButton.getAttribute('aria-pressed')).toBe('true');
  expect(await boxesOf(page, 'main li[data-index]')).toEqual(before);
  // A single request for all tiles.
  expect(calls.filter((path) => path.includes('/media'))).toEqual([`/api/events/${eventId}/media`]);
});
