import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press } from './toast-steps.ts';

// A host who goes back before the answer to what they have pressed.

const testBed = newTestBed('Harvest');
let page: Page;

const tiles = () => page.getByRole('link', { name: /^Photo \d+$/ }).count();
const pendingTiles = () => page.locator('main').getByText('Pending Approval', { exact: true }).count();

/** Opens moderation from the gallery, and goes back while the answer to an action is on its way. */
async function goBackBeforeAnswer(pending: number, call: [string, string], action: () => Promise<void>) {
  await expect.poll(pendingTiles).toBe(pending);
  await page.getByRole('link', { name: `Moderate Content (${pending})` }).click();
  await page.getByRole('listitem', { name: 'photo-2.jpg' }).waitFor();
  await whileHeld(page, call, async () => {
    await action();
    await page.goBack();
    await expect.poll(pendingTiles).toBe(pending);
  });
}

it('sees a tile approved, and one gone, and one photo less on the event and on the dashboard', async () => {
  const eventId = await testBed.newEvent({ moderationEnabled: true });
  await testBed.add(eventId, [1, 2, 3], await newGuest(baseURL));
  page = await testBed.open('/', testBed.olive);
  await page.locator(`a[href="/event/${eventId}"]`).click();

  await goBackBeforeAnswer(3, ['PUT', '**/api/media/*/moderate'], () => press(page, 'Approve photo-3.jpg'));
  await expect.poll(pendingTiles).toBe(2);
  expect(await tiles()).toBe(3);

  await goBackBeforeAnswer(2, ['DELETE', '**/api/events/*/media/*'], async () => {
    await press(page, 'Delete photo-2.jpg');
    await press(page, 'Delete');
  });
  await expect.poll(tiles).toBe(2);
  await page.locator('main header').getByText('2 photos', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'My Events' }).click();
  await page
    .getByRole('link', { name: /Harvest/ })
    .filter({ hasText: '2 photos' })
    .first()
    .waitFor();
  expect(await page.getByRole('list', { name: 'My Events' }).getAttribute('aria-busy')).toBe('false');
});
