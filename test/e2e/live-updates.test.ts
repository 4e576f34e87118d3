import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { newGuest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { fillGallery } from '../load/large-gallery.ts';
import {
  becomeGuest,
  closeContexts,
  newPerson,
  PHONE,
  type Person,
  sharedBrowser,
} from '../fixtures/browser.ts';

// Photos that others add while a gallery is open are announced, and shown on request.

const COUNT = 30;
/** Less than lies between two looks for new photos. */
const STEP_MS = 4000;
const POLL_OPTIONS = { timeout: 30_000 };
const baseURL = inject('siteUrl');
let browser: Browser;
let phone: Person;
let owner: SignedIn;
let eventId: string;

beforeAll(async () => {
  [browser, owner] = await Promise.all([sharedBrowser(), newUser(baseURL, 'Olive')]);
  phone = await newPerson(browser, { viewport: PHONE, baseURL, reducedMotion: 'reduce' });
  await phone.context.clock.install();
});
afterAll(async () => {
  await closeContexts(browser);
});
beforeEach(async () => {
  eventId = (await owner.post('/api/events', { name: 'Barn', privacy: 'public' })).json.id;
});

const fill = () =>
  fillGallery(inject('environment'), { eventId, userId: owner.userId, count: COUNT, files: 'tiny' });

/** Until it is ready: one that is read before that is drawn as a square first. */
async function addPhoto(): Promise<void> {
  const { id } = await upload(owner, eventId, await jpegFile(1));
  await waitUntilProcessed(owner, eventId, id);
}

/** Lets time pass in steps until something has happened, because its timer may be set later than the test gets to look. */
async function passTime(page: Page, hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      if (await hasHappened()) return true;
      await page.clock.fastForward(STEP_MS);
      return false;
    }, POLL_OPTIONS)
    .toBe(true);
}

/** Until the page hears of new photos or looks for them, which it does not begin with. */
async function untilUpdatesBegin(page: Page): Promise<void> {
  await passTime(page, async () => (await page.locator('output[data-news]').count()) > 0);
}

/** Opens the event with a fake clock, where no WebSocket gets through, after polling has started. */
async function visit({ page }: Person): Promise<{ page: Page; calls: string[] }> {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/events/') && !pathname.endsWith('/live-ticket'))
      calls.push(`${request.method()} ${pathname}`);
  });
  await page.routeWebSocket(/\/event\/realtime/, (socket) => socket.close());
  await page.goto(`/event/${eventId}`, { waitUntil: 'load' });
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  await untilUpdatesBegin(page);
  calls.length = 0;
  return { page, calls };
}

/** Position and picture of each tile. */
const tilePositions = async (page: Page) => {
  const positions = await page.locator('main li[data-index]').evaluateAll((tiles) =>
    tiles.map((tile) => ({
      tile: tile.getAttribute('data-index'),
      y: Math.round(tile.getBoundingClientRect().y),
      shows: tile.querySelector('img')?.getAttribute('src')?.split('?')[0],
    })),
  );
  expect(positions.filter(({ shows }) => shows !== undefined).length).toBeGreaterThan(5);
  return positions;
};

const pill = (page: Page) => page.getByRole('button', { name: /new photos?$/ });
const eventPath = () => `/api/events/${eventId}`;

it('announces photos of others and of the viewer without moving tiles, polls with one light call, and shows them on press', async () => {
  await fill();
  await becomeGuest(phone, await newGuest(baseURL), 'Grace');
  const { page, calls } = await visit(phone);
  await page.evaluate('scrollTo(0, 1500)');
  await page.locator('main li[data-index="25"]').waitFor();
  const before = await tilePositions(page);

  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === eventPath());
  await passTime(page, () => calls.length > 0);
  await (await answered).finished();
  expect(calls).toEqual([`GET ${eventPath()}`]);
  expect(await pill(page).count()).toBe(0);

  await seedItem(owner, eventId);
  await passTime(page, () => calls.length > 1);
  await pill(page).waitFor();
  expect(await pill(page).textContent()).toBe('1 new photo');
  expect(calls).toEqual([`GET ${eventPath()}`, `GET ${eventPath()}`, `GET ${eventPath()}/media`]);
  expect(await tilePositions(page)).toEqual(before);
  expect(await page.evaluate('scrollY')).toBe(1500);

  await pill(page).focus();
  await page.keyboard.press('Enter');
  await page.getByText(`${COUNT + 1} photos`).waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  expect(await page.evaluate('document.activeElement?.tagName')).toBe('H1');
  await pill(page).waitFor({ state: 'detached' });
  const [newest] = (await owner.get(`/api/events/${eventId}/media?limit=1`)).json;
  const first = page.locator('main li[data-index="0"]');
  await first.getByRole('button', { name: 'Details' }).press('Enter');
  const download = first.getByRole('link', { name: 'Download' });
  expect(await download.getAttribute('href')).toContain(newest?.id);
  await page.keyboard.press('Escape');

  await page.evaluate('scrollTo(0, 1500)');
  await page.locator('main li[data-index="25"]').waitFor();
  const beforeOwn = await tilePositions(page);
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  const { name, type: mimeType, bytes: buffer } = await jpegFile(40);
  await page.locator('dialog input[type=file][multiple]').setInputFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
  await pill(page).waitFor();
  await page.getByRole('dialog', { name: 'Upload Media' }).waitFor({ state: 'detached' });
  expect(await tilePositions(page)).toEqual(beforeOwn);
  await pill(page).click();
  await page.getByRole('link', { name: /^Photo 1$/ }).waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
});

it('shows the first photo that an empty gallery hears of at once, without asking for it, and announces the next', async () => {
  await phone.page.close();
  const page = await phone.context.newPage();
  // Nobody's page.
  await page.addInitScript('localStorage.clear()');
  const lists: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === `${eventPath()}/media`) lists.push(request.url());
  });
  const looks: Request[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === eventPath()) looks.push(request);
  });
  let subscriptions = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('subscribe_success')) subscriptions += 1;
    }),
  );
  await page.goto(`/event/${eventId}`, { waitUntil: 'load' });
  await page.getByText('No photos yet').waitFor();
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  await untilUpdatesBegin(page);
  await expect.poll(() => subscriptions, POLL_OPTIONS).toBe(1);
  // As it begins to hear, it looks once; what came before that it would ask for.
  await expect.poll(() => looks.length, POLL_OPTIONS).toBe(1);
  await addPhoto();
  await page.getByRole('link', { name: /^Photo 1$/ }).waitFor();
  await page.getByText('1 photo', { exact: true }).waitFor();
  expect(await pill(page).count()).toBe(0);
  const isDrawn = 'document.querySelector(\'main li[data-index="0"] img\').naturalWidth > 0';
  await expect.poll(() => page.evaluate(isDrawn), POLL_OPTIONS).toBe(true);
  await seedItem(owner, eventId);
  await pill(page).waitFor();
  expect(await pill(page).textContent()).toBe('1 new photo');
  expect([lists, subscriptions]).toEqual([[], 1]);
});
