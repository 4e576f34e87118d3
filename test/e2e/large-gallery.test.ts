import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { fillGallery } from '../load/large-gallery.ts';
import { type Walk, WALK } from '../load/walk-gallery.ts';
import { closeContexts, newPerson, PHONE, type Person, sharedBrowser } from '../fixtures/browser.ts';

// Three pages of photos on a phone; the benches walk ten thousand.

const COUNT = 464;
/** List items in the DOM at a time: those within two screens, of which each has six. Pictures load as they come. */
const MAX_TILES = 30;

const baseURL = inject('siteUrl');
let browser: Browser;
let visitor: Person;
let eventId: string;
let ids: string[];
/** A photo of another public event. */
let otherPhoto: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  const owner = await newUser(baseURL, 'Olive');
  const { json } = await owner.post('/api/events', { name: 'Festival', privacy: 'public' });
  eventId = json.id;
  ids = await fillGallery(inject('environment'), {
    eventId,
    userId: owner.userId,
    count: COUNT,
    files: 'none',
  });
  const other = await owner.post('/api/events', { name: 'Afterwards', privacy: 'public' });
  [otherPhoto = ''] = await fillGallery(inject('environment'), {
    eventId: other.json.id,
    userId: owner.userId,
    count: 1,
    files: 'none',
  });
  visitor = await newPerson(browser, { viewport: PHONE, baseURL });
});

afterAll(async () => {
  await closeContexts(browser);
});

const scrollPosition = (page: Page): Promise<number> => page.evaluate('Math.round(scrollY)');

it('scrolls to the end with few tiles in the DOM, and none moves when more are appended', async () => {
  const { page } = visitor;
  await page.goto(`/event/${eventId}`);
  await page.getByText(`${COUNT} photos`).waitFor();
  await page.locator('main li[data-index]').first().waitFor();
  const walk: Walk = await page.evaluate(`(${WALK})(${COUNT})`);
  expect(walk.last).toBe(COUNT);
  // The first page has 60 items, later ones 200.
  expect(walk.pages).toBe(Math.ceil((COUNT - 60) / 200));
  expect(walk.moved).toBe(0);
  expect(walk.mostTiles).toBeLessThanOrEqual(MAX_TILES);
});

it('keeps the scroll position when the lightbox is closed', async () => {
  const { page } = visitor;
  await page.evaluate('scrollBy(0, -3000)');
  const tile = page.locator(`main li[data-index="${COUNT - 30}"]`);
  await tile.scrollIntoViewIfNeeded();
  const before = await scrollPosition(page);
  await tile.getByRole('link', { name: `Photo ${COUNT - 29}`, exact: true }).click();
  await page.getByText(`${COUNT - 29} of ${COUNT}`).waitFor();
  expect(new URL(page.url()).searchParams.get('media')).toBe(ids[29]);
  await page.goBack();
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  expect(Math.abs((await scrollPosition(page)) - before)).toBeLessThanOrEqual(1);
  await expect
    .poll(() => page.evaluate('document.activeElement?.closest("li")?.dataset.index'))
    .toBe(String(COUNT - 30));
});

/** Index of the first tile that crosses the middle of the screen. */
const middleIndex = (page: Page): Promise<number> =>
  page.evaluate(`Math.min(...[...document.querySelectorAll('main li[data-index]')].flatMap((tile) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return top <= innerHeight / 2 && bottom >= innerHeight / 2 ? [Number(tile.dataset.index)] : [];
  }))`);

it.each([30_000, 22_000, 14_100])(
  'keeps the middle of the screen in place when the phone is turned and turned back, %i px down',
  async (from) => {
    const { page } = visitor;
    await page.evaluate(`scrollTo(0, ${from})`);
    await expect.poll(() => middleIndex(page)).toBeLessThan(COUNT - 100);
    const before = await middleIndex(page);
    const top = await scrollPosition(page);
    const middleOf = (index: number) =>
      page.evaluate<number[]>(`(() => {
      const tile = document.querySelector('main li[data-index="${index}"]')?.getBoundingClientRect();
      return tile ? [Math.round(tile.width), Math.sign(tile.top - innerHeight / 2), Math.sign(tile.bottom - innerHeight / 2)] : [];
    })()`);
    const [width] = await middleOf(before);
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    const turned = async () => {
      const [now, ...sides] = await middleOf(before);
      return { isOfOtherWidth: now !== width, sides };
    };
    await expect.poll(turned).toEqual({ isOfOtherWidth: true, sides: [-1, 1] });
    await page.setViewportSize(PHONE);
    await expect.poll(() => middleOf(before)).toEqual([width, -1, 1]);
    expect(Math.abs((await scrollPosition(page)) - top)).toBeLessThanOrEqual(2);
  },
);

it('opens a photo by its link, and closes to the gallery, which is all there is of a photo that is not in it', async () => {
  const { page } = visitor;
  const number = 300;
  await page.goto(`/event/${eventId}?media=${ids[COUNT - number]}`);
  await page.getByText(`${number} of ${COUNT}`).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.locator(`main li[data-index="${number - 1}"]`).waitFor();
  await page.goto(`/event/${eventId}?media=${otherPhoto}`);
  await page.waitForURL(({ search }) => search === '');
  await page.locator('main li[data-index="0"]').waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
});

it('shows a linked photo from far down the list before the list has loaded, and its neighbours after', async () => {
  const { page } = visitor;
  const held = Promise.withResolvers<void>();
  await page.route('**/media?*cursor=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const number = 400;
  const id = ids[COUNT - number];
  await page.goto(`/event/${eventId}?media=${id}`);
  const lightbox = page.getByRole('dialog', { name: 'Photo' });
  await lightbox.getByRole('link', { name: 'Download' }).waitFor();
  expect(await lightbox.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain(id);
  expect(await lightbox.getByText(/ of \d+$/).count()).toBe(0);
  held.resolve();
  await lightbox.getByText(`${number} of ${COUNT}`).waitFor({ timeout: 120_000 });
  await page.keyboard.press('ArrowRight');
  await lightbox.getByText(`${number + 1} of ${COUNT}`).waitFor();
  expect(new URL(page.url()).searchParams.get('media')).toBe(ids[COUNT - number - 1]);
});

it('logs no errors', () => {
  expect(visitor.consoleErrors).toEqual([]);
});
