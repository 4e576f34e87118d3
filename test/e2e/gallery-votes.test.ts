import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { PHONE } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast } from './toast-steps.ts';

// Votes in a gallery: before their response, and when it fails.

const POLL_OPTIONS = { timeout: 20_000 };
const testBed = newTestBed('Ferry');
let eventId: string;
let page: Page;

/** Opens a new event with three photos as a guest. */
async function openNewEvent(): Promise<void> {
  eventId = await testBed.newEvent();
  await testBed.fill(eventId, 3);
  ({ page } = await testBed.newPerson(await newGuest(baseURL), PHONE));
  await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
}

const photo = (number: number) => page.getByRole('link', { name: new RegExp(`^Photo ${number}$`) });
const voteButton = (number: number, tab = page): Locator =>
  tab.locator(`main li[data-index="${number - 1}"]`).getByRole('button', { name: /^Vote,/ });
const stateOf = async (button: Locator) => [
  await button.getAttribute('aria-label'),
  await button.getAttribute('aria-pressed'),
];

beforeAll(openNewEvent);

it('shows a vote at once, and rolls it back if the network fails', async () => {
  await voteButton(1).tap();
  await expect.poll(() => stateOf(voteButton(1)), POLL_OPTIONS).toEqual(['Vote, 1 vote', 'true']);
  // The response is held back; the screen does not wait for it.
  const held = Promise.withResolvers<void>();
  await page.route('**/vote?*', async (route) => {
    await held.promise;
    await route.abort();
  });
  await voteButton(1).tap();
  await expect.poll(() => stateOf(voteButton(1))).toEqual(['Vote, 0 votes', 'false']);
  held.resolve();
  await expectToast(page, 'Unvote Failed', 'Failed to remove your vote');
  expect(await stateOf(voteButton(1))).toEqual(['Vote, 1 vote', 'true']);
  await page.unroute('**/vote?*');
  const withdrawn = page.waitForResponse('**/vote?*');
  await voteButton(1).tap();
  await (await withdrawn).finished();
  expect(await stateOf(voteButton(1))).toEqual(['Vote, 0 votes', 'false']);
});

it('ranks a vote in Top Voted at once, even if that is opened before the response', async () => {
  const held = Promise.withResolvers<void>();
  const voteRequest = page.waitForRequest('**/vote');
  await page.route('**/vote', async (route) => {
    await held.promise;
    await route.continue();
  });
  await voteButton(2).tap();
  await voteRequest;
  await page.getByRole('tab', { name: 'Top Voted' }).tap();
  await photo(2).waitFor({ state: 'detached' });
  await photo(1).waitFor();
  expect(await stateOf(voteButton(1))).toEqual(['Vote, 1 vote', 'true']);
  const voted = page.waitForResponse('**/vote');
  held.resolve();
  await (await voted).finished();
  expect(await stateOf(voteButton(1))).toEqual(['Vote, 1 vote', 'true']);
  await page.unroute('**/vote');
});

it('does not reorder Top Voted while it is on the screen', async () => {
  await page.getByRole('tab', { name: 'Recent' }).tap();
  await photo(3).waitFor();
  // A ranking that is opened before the answer is read again.
  const voted = page.waitForResponse('**/vote');
  await voteButton(1).tap();
  await expect.poll(() => stateOf(voteButton(1)), POLL_OPTIONS).toEqual(['Vote, 1 vote', 'true']);
  await (await voted).finished();
  // What is known of it is shown at once, and what is read when it is opened may still change its order.
  const ranking = page.waitForResponse('**/media?sortBy=votes&**');
  await page.getByRole('tab', { name: 'Top Voted' }).tap();
  await (await ranking).finished();
  await photo(3).waitFor({ state: 'detached' });
  await photo(2).waitFor();
  const pictures = () =>
    page.locator('main li[data-index] img').evaluateAll((all) => all.map((img) => img.getAttribute('src')));
  const before = await pictures();
  expect(before).toHaveLength(2);
  await voteButton(1).tap();
  await expect.poll(() => stateOf(voteButton(1)), POLL_OPTIONS).toEqual(['Vote, 0 votes', 'false']);
  expect(await pictures()).toEqual(before);
});
