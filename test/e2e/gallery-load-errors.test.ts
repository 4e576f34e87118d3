import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, inject, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { fillGallery } from '../load/large-gallery.ts';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { navigateClientSide, whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast } from './toast-steps.ts';

// How a gallery copes with network failures, expired signed URLs and concurrent changes.

const POLL_OPTIONS = { timeout: 20_000 };
const testBed = newTestBed('Ferry');
const { newEvent } = testBed;
let grace: Person;
let page: Page;

beforeEach(async () => {
  grace = await testBed.newPerson(await newGuest(baseURL), PHONE);
  ({ page } = grace);
});

/** Creates an event with more photos than the page embeds. */
async function longEvent(): Promise<string> {
  const eventId = await newEvent();
  await fillGallery(inject('environment'), {
    eventId,
    userId: testBed.olive.userId,
    count: 300,
    files: 'tiny',
  });
  return eventId;
}

async function eventWith(count: number): Promise<string> {
  const eventId = await newEvent();
  await testBed.add(
    eventId,
    Array.from({ length: count }, (_, index) => index + 1),
  );
  return eventId;
}

async function open(eventId: string): Promise<void> {
  await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
  await page.locator('#plain').waitFor({ state: 'detached' });
}

const photo = (number: number) => page.getByRole('button', { name: new RegExp(`^Photo ${number}$`) });
const heart = (number: number): Locator =>
  page.locator(`main li[data-index="${number - 1}"]`).getByRole('button', { name: /^Vote,/ });
const stateOf = async (button: Locator) => [
  await button.getAttribute('aria-label'),
  await button.getAttribute('aria-pressed'),
];

it('reports that the next photos failed to load, keeps the loaded ones, and can retry', async () => {
  await open(await longEvent());
  await grace.context.setOffline(true);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('heading', { name: 'The next photos did not come' }).waitFor();
  await page.getByText('You are offline. What you see here stays.').waitFor();
  await photo(60).waitFor();
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.tap();
  await retry.waitFor();
  await grace.context.setOffline(false);
  await retry.press('Enter');
  await photo(61).waitFor();
  expect(await retry.count()).toBe(0);
  // The focus stays near the button, not at the top.
  await expect
    .poll(() => page.evaluate(`document.activeElement.closest('[data-index]') !== null`))
    .toBe(true);
});

it('stays usable if the lightbox code fails to load, and opens the lightbox on the next tap', async () => {
  await open(await eventWith(1));
  await page.route('**/assets/lightbox-*', (route) => route.abort());
  await grace.context.setOffline(true);
  await photo(1).tap();
  await expectToast(page, 'The photo did not come');
  expect(await page.getByRole('heading', { name: 'Ferry' }).isVisible()).toBe(true);
  await grace.context.setOffline(false);
  await page.unroute('**/assets/lightbox-*');
  await photo(1).tap();
  await page.getByText('1 of 1').waitFor();
});

it('falls back to the gallery if a link opens the lightbox and its code fails to load', async () => {
  const eventId = await eventWith(1);
  const [item] = (await testBed.olive.get(`/api/events/${eventId}/media`)).json;
  await page.route('**/assets/lightbox-*', (route) => route.abort());
  await page.goto(`/event/${eventId}?media=${item?.id}`);
  await expectToast(page, 'The photo did not come');
  await photo(1).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.unroute('**/assets/lightbox-*');
});

it('reports that the Timeline order failed to load, and can retry', async () => {
  await open(await eventWith(1));
  await page.route('**/assets/capture-days-grid-*', (route) => route.abort());
  await page.getByRole('tab', { name: 'Timeline' }).tap();
  await page.getByRole('heading', { name: 'The photos did not come' }).waitFor();
  expect(await page.getByRole('button', { name: 'Add Media' }).first().isVisible()).toBe(true);
  const retry = page.getByRole('button', { name: 'Try again' });
  const failed = page.waitForEvent('requestfailed');
  await retry.press('Enter');
  await failed;
  await page.unroute('**/assets/capture-days-grid-*');
  await retry.and(page.locator(':focus')).press('Enter');
  await page.getByRole('heading', { name: /\| 1 photo$/ }).waitFor();
  // The button that was pressed is gone.
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
  expect(await retry.count()).toBe(0);
});

it('keeps the notifications button and reports the failure if its code fails to load', async () => {
  await open(await eventWith(1));
  await page.route('**/assets/notification-toggle-*', (route) => route.abort());
  const bell = page.getByRole('button', { name: 'Enable Notifications' });
  await bell.press('Enter');
  await expectToast(page, 'Error', 'Failed to subscribe to notifications.');
  expect(await bell.evaluate((element) => element.matches(':focus'))).toBe(true);
  expect(await bell.isEnabled()).toBe(true);
  await page.unroute('**/assets/notification-toggle-*');
});

it('shows that an event has become private, and keeps the guest credentials', async () => {
  const eventId = await longEvent();
  await open(eventId);
  const credentials = await page.evaluate(`localStorage.getItem('guest_credentials')`);
  await testBed.olive.put(`/api/events/${eventId}`, { privacy: 'private' });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('heading', { name: 'Private Event' }).waitFor();
  // Signing in returns to the same page.
  await page.goto(`/event/${eventId}?media=med_1`);
  const returnTo = encodeURIComponent(`/event/${eventId}?media=med_1`);
  expect(await page.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
    `/api/login?returnTo=${returnTo}`,
  );
  expect(await page.evaluate(`localStorage.getItem('guest_credentials')`)).toBe(credentials);
});

it('renews expired signed URLs of pictures', async () => {
  await open(await longEvent());
  await grace.context.clearCookies();
  const refused = page.waitForResponse((response) => response.status() === 403);
  await page.evaluate('scrollTo(0, 3000)');
  await refused;
  const areAllLoaded = () =>
    page
      .locator('main li[data-index] img')
      .evaluateAll((all) => all.every((img) => 'naturalWidth' in img && Number(img.naturalWidth) > 0));
  await expect.poll(areAllLoaded, POLL_OPTIONS).toBe(true);
  expect(await page.evaluate('scrollY')).toBe(3000);
});

it('shows a vote at once, and rolls it back if the network fails', async () => {
  await open(await eventWith(2));
  await heart(1).tap();
  await expect.poll(() => stateOf(heart(1)), POLL_OPTIONS).toEqual(['Vote, 1 vote', 'true']);
  // The response is held back; the screen does not wait for it.
  const held = Promise.withResolvers<void>();
  await page.route('**/vote?*', async (route) => {
    await held.promise;
    await route.abort();
  });
  await heart(1).tap();
  await expect.poll(() => stateOf(heart(1))).toEqual(['Vote, 0 votes', 'false']);
  held.resolve();
  await expectToast(page, 'Unvote Failed', 'Failed to remove your vote');
  expect(await stateOf(heart(1))).toEqual(['Vote, 1 vote', 'true']);
  await page.unroute('**/vote?*');
});

it('sends only as many calls as the final state needs, however often one taps', async () => {
  const eventId = await eventWith(1);
  await open(eventId);
  const calls: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route('**/vote*', async (route) => {
    calls.push(route.request().method());
    await held.promise;
    await route.continue();
  });
  const voteResponse = page.waitForResponse((response) => response.url().includes('/vote'));
  for (let taps = 1; taps <= 5; taps += 1) await heart(1).tap();
  await expect.poll(() => calls, POLL_OPTIONS).toEqual(['POST']);
  held.resolve();
  await (await voteResponse).finished();
  // By the time this is answered, any further call would have been made.
  await page.evaluate(`fetch('/api/events/${eventId}')`);
  expect(calls).toEqual(['POST']);
  expect(await stateOf(heart(1))).toEqual(['Vote, 1 vote', 'true']);
  expect((await testBed.olive.get(`/api/events/${eventId}/media`)).json[0]?.voteCount).toBe(1);
});

it('updates a vote that was already cast in another tab', async () => {
  const eventId = await eventWith(1);
  await open(eventId);
  const other = await grace.context.newPage();
  await other.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
  await heart(1).tap();
  await expect.poll(() => stateOf(heart(1)), POLL_OPTIONS).toEqual(['Vote, 1 vote', 'true']);
  const otherHeart = other.getByRole('button', { name: /^Vote,/ });
  await otherHeart.tap();
  await expectToast(other, 'Already Voted', "You've already voted on this photo");
  await expect.poll(() => stateOf(otherHeart), POLL_OPTIONS).toEqual(['Vote, 1 vote', 'true']);
});

it('ranks a vote in Top Voted even if that is opened before the response', async () => {
  await open(await eventWith(2));
  const held = Promise.withResolvers<void>();
  const voteRequest = page.waitForRequest('**/vote');
  await page.route('**/vote', async (route) => {
    await held.promise;
    await route.continue();
  });
  await heart(2).tap();
  await voteRequest;
  await page.getByRole('tab', { name: 'Top Voted' }).tap();
  await photo(1).waitFor({ state: 'detached' });
  held.resolve();
  await photo(1).waitFor();
  expect(await stateOf(heart(1))).toEqual(['Vote, 1 vote', 'true']);
});

it('does not reorder Top Voted while it is on the screen', async () => {
  const eventId = await eventWith(3);
  await open(eventId);
  for (const number of [1, 3]) {
    await heart(number).tap();
    await expect.poll(() => stateOf(heart(number)), POLL_OPTIONS).toEqual(['Vote, 1 vote', 'true']);
  }
  await page.getByRole('tab', { name: 'Top Voted' }).tap();
  await photo(3).waitFor({ state: 'detached' });
  await photo(2).waitFor();
  const pictures = () =>
    page.locator('main li[data-index] img').evaluateAll((all) => all.map((img) => img.getAttribute('src')));
  const before = await pictures();
  expect(before).toHaveLength(2);
  await heart(1).tap();
  await expect.poll(() => stateOf(heart(1)), POLL_OPTIONS).toEqual(['Vote, 0 votes', 'false']);
  expect(await pictures()).toEqual(before);
});

it('removes a photo whose deletion is confirmed after the page was left', async () => {
  const eventId = await eventWith(2);
  const { page } = await testBed.newPerson(testBed.olive, PHONE);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Hi Olive' }).waitFor();
  await navigateClientSide(page, `/event/${eventId}`);
  const tile = page.locator('main li[data-index="0"]');
  await tile.getByRole('button', { name: 'Details' }).tap();
  await tile.getByRole('button', { name: 'Delete' }).tap();
  await whileHeld(page, ['DELETE', `**/api/events/${eventId}/media/*`], async () => {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
    await page.getByText('Deleting...').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Hi Olive' }).waitFor();
  });
  await expectToast(page, 'Media Deleted');
  await page.goForward();
  await page.getByText('1 photo', { exact: true }).waitFor();
  expect(await page.locator('main li[data-index]').count()).toBe(1);
});

it('restores the scroll position on back navigation', async () => {
  await open(await longEvent());
  await page.evaluate('scrollTo(0, 5000)');
  await page.locator('main li[data-index="50"]').waitFor();
  // Dispatched directly, because clicking would scroll to the logo.
  await page.getByRole('link', { name: 'Gatherlens, home' }).dispatchEvent('click');
  await page.getByRole('link', { name: 'Create Free Event' }).first().waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  await page.goBack();
  await page.locator('main li[data-index="50"]').waitFor();
  expect(await page.evaluate('scrollY')).toBe(5000);
});

it('reports a dialog whose code fails to load, and opens it on the next press', async () => {
  await open(await eventWith(1));
  const code = '**/assets/download-dialog-*.js';
  await page.route(code, (route) => route.abort());
  await page.evaluate('window.isSamePage = true');
  await page.getByRole('button', { name: 'Download All' }).click();
  await expectToast(page, 'Error', 'This could not be opened. Please try again.');
  expect(await photo(1).isVisible()).toBe(true);
  await page.unroute(code);
  await page.getByRole('button', { name: 'Download All' }).click();
  await page.getByRole('dialog', { name: 'Download All' }).waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
});

it('reloads when a release has removed its code', async () => {
  await open(await eventWith(1));
  await page.evaluate('window.isSamePage = true');
  // Pretend that the page is from an earlier release.
  await page.evaluate(
    `document.querySelector('script[type="module"][src]').setAttribute('src', '/assets/main-old.js')`,
  );
  await page.route('**/assets/download-dialog-*.js', (route) => route.abort());
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Download All' }).click();
  await reloaded;
  await photo(1).waitFor();
  expect(await page.evaluate('window.isSamePage')).toBeUndefined();
});
