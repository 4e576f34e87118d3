import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PHONE } from '../fixtures/browser.ts';
import { credentials, newGuest } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast } from './toast-steps.ts';

// What the address of a gallery keeps: its order and the photo that is shown. And what a stranger's heart says.

const testBed = newTestBed('Orchard');
let eventId: string;
let ids: string[];
/** A stranger's phone. */
let page: Page;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  ids = await testBed.fill(eventId, 4);
  const grace = await newGuest(baseURL);
  for (const id of [ids[0], ids[2]]) await grace.post(`/api/media/${id}/vote`, credentials(grace));
  ({ page } = await testBed.newPerson(undefined, PHONE));
});

const search = () => new URL(page.url()).search;
const selected = () => page.getByRole('tab', { selected: true }).textContent();
const position = (text: string) => page.locator('dialog').getByText(text, { exact: true });

it('keeps the order on reload, with the photo that is shown, and as no step of the history', async () => {
  await page.goto(`/event/${eventId}/timeline`);
  await page.getByRole('link', { name: /Back to Gallery/ }).click();
  await page.getByRole('tab', { name: 'Top Voted' }).click();
  await expect.poll(() => search()).toBe('?sort=votes');
  await page.getByRole('link', { name: 'Photo 2', exact: true }).click();
  await position('2 of 2').waitFor();
  expect(search()).toBe(`?sort=votes&media=${ids[0]}`);
  await page.reload();
  await position('2 of 2').waitFor();
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
  await page.getByText('That photo is no longer here.', { exact: true }).waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(search()).toBe('?sort=votes');
  await page.getByRole('link', { name: 'Photo 2', exact: true }).waitFor();
});

it('a stranger’s heart leads to the name card, on the tile and in the large view, and does not vote', async () => {
  await page.getByRole('tab', { name: 'Recent' }).click();
  await page.getByRole('link', { name: 'Photo 4', exact: true }).waitFor();
  const votes: string[] = [];
  page.on('request', (request) => request.url().includes('/vote') && votes.push(request.method()));
  const card = page.getByRole('dialog', { name: 'Vote as Guest' });
  /** Opens the card by the heart in a place. */
  const press = async (scope: Locator) => {
    const heart = scope.getByRole('button', { name: 'Vote, 0 votes' }).first();
    expect(await heart.getAttribute('aria-disabled')).toBe('true');
    expect(await heart.getAttribute('title')).toBe('Sign in or join as a guest to vote');
    // Past Playwright's own opinion that such a button cannot be pressed.
    await heart.dispatchEvent('click');
    await card.getByText('Sign in or join as a guest to vote', { exact: false }).waitFor();
    return heart;
  };
  await press(page.locator('main'));
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Photo 3', exact: true }).tap();
  const largeView = page.locator('dialog').first();
  const heart = await press(largeView);
  await card.getByLabel(/^Name/).fill('Ada');
  await card.getByRole('button', { name: 'Continue as Guest', exact: true }).click();
  await expectToast(page, 'Welcome!');
  await card.waitFor({ state: 'detached' });
  expect(votes).toEqual([]);
  await heart.click();
  await largeView.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
  await expect.poll(() => votes).toEqual(['POST']);
});
