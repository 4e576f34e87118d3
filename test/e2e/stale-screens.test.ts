import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press } from './toast-steps.ts';

// A host who goes back before the answer to what they have pressed.

const testBed = newTestBed('Harvest');
let page: Page;

beforeEach(async () => {
  const eventId = await testBed.newEvent({ moderationEnabled: true });
  await testBed.add(eventId, [1, 2], await newGuest(baseURL));
  page = await testBed.open('/', testBed.olive);
  await page.locator(`a[href="/event/${eventId}"]`).click();
});

const tiles = () => page.getByRole('link', { name: /^Photo \d+$/ }).count();
const pendingTiles = () => page.locator('main').getByText('Pending Approval', { exact: true }).count();

/** Opens moderation from the gallery, and goes back while the answer to an action is on its way. */
async function goBackBeforeAnswer(call: [string, string], action: () => Promise<void>) {
  await expect.poll(pendingTiles).toBe(2);
  await page.getByRole('link', { name: 'Moderate Content (2)' }).click();
  await page.getByRole('listitem', { name: 'photo-2.jpg' }).waitFor();
  await whileHeld(page, call, async () => {
    await action();
    await page.goBack();
    await expect.poll(pendingTiles).toBe(2);
  });
}

it('sees the tile approved', async () => {
  await goBackBeforeAnswer(['PUT', '**/api/media/*/moderate'], () => press(page, 'Approve photo-2.jpg'));
  await expect.poll(pendingTiles).toBe(1);
  expect(await tiles()).toBe(2);
  await page.getByRole('link', { name: 'Moderate Content (1)' }).waitFor();
});

it('sees the tile gone, and one photo less on the event and on the dashboard', async () => {
  await goBackBeforeAnswer(['DELETE', '**/api/events/*/media/*'], async () => {
    await press(page, 'Delete photo-2.jpg');
    await press(page, 'Delete');
  });
  await expect.poll(tiles).toBe(1);
  await page.locator('main header').getByText('1 photo', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'My Events' }).click();
  await page
    .getByRole('link', { name: /Harvest/ })
    .filter({ hasText: '1 photo' })
    .first()
    .waitFor();
  expect(await page.getByRole('list', { name: 'My Events' }).getAttribute('aria-busy')).toBe('false');
});
