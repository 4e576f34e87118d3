import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../fixtures/browser.ts';
import { credentials, newGuest } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// What the address of a gallery keeps: its order and the photo that is shown. And what a stranger's heart says.

const testBed = newTestBed('Orchard');
let eventId: string;
let ids: string[];

beforeAll(async () => {
  eventId = await testBed.newEvent();
  ids = await testBed.add(eventId, [1, 2, 3, 4]);
  const grace = await newGuest(baseURL);
  for (const id of [ids[0], ids[2]]) await grace.post(`/api/media/${id}/vote`, credentials(grace));
});

const searchOf = (page: Page) => new URL(page.url()).search;
const selected = (page: Page) => page.getByRole('tab', { selected: true }).textContent();
const position = (page: Page, text: string) => page.locator('dialog[open]').getByText(text, { exact: true });

describe('the order', () => {
  it('is kept on reload, with the photo that is shown', async () => {
    const page = await testBed.open(`/event/${eventId}`);
    await page.getByRole('tab', { name: 'Top Voted' }).click();
    await expect.poll(() => searchOf(page)).toBe('?sort=votes');
    await page.getByRole('link', { name: 'Photo 2', exact: true }).click();
    await position(page, '2 of 2').waitFor();
    expect(searchOf(page)).toBe(`?sort=votes&media=${ids[0]}`);
    await page.reload();
    await position(page, '2 of 2').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => searchOf(page)).toBe('?sort=votes');
    expect(await selected(page)).toBe('Top Voted');
    await page.getByRole('tab', { name: 'Recent' }).click();
    await expect.poll(() => searchOf(page)).toBe('');
  });

  it('is not a step of the history', async () => {
    const page = await testBed.open(`/event/${eventId}/timeline`);
    await page.getByRole('link', { name: /Back to Gallery/ }).click();
    for (const name of ['Top Voted', 'Timeline']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/event/${eventId}/timeline`);
  });

  it('comes with a link, and no other photos are shown first', async () => {
    const { page } = await testBed.newPerson(undefined, PHONE);
    const document = page.waitForResponse((response) => response.url().includes('sort=votes'));
    await page.goto(`/event/${eventId}?sort=votes`);
    expect(await (await document).text()).not.toContain('data-index');
    await page.getByRole('link', { name: 'Photo 2', exact: true }).waitFor();
    expect(await selected(page)).toBe('Top Voted');
    expect(await page.getByRole('link', { name: /^Photo \d$/ }).count()).toBe(2);
  });

  it('is the first one where the link names none that there is', async () => {
    const page = await testBed.open(`/event/${eventId}?sort=shuffled`);
    await page.getByRole('link', { name: 'Photo 4', exact: true }).waitFor();
    expect(await selected(page)).toBe('Recent');
  });
});

it('a link to a photo that is gone says so, and shows the gallery in its order', async () => {
  const [gone] = await testBed.add(eventId, [5]);
  await testBed.olive.delete(`/api/events/${eventId}/media/${gone}`);
  const { page } = await testBed.newPerson();
  await page.goto(`/event/${eventId}?sort=votes&media=${gone}`);
  await page.getByText('That photo is no longer here.', { exact: true }).waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(searchOf(page)).toBe('?sort=votes');
  await page.getByRole('link', { name: 'Photo 2', exact: true }).waitFor();
});

it.each(['tile', 'large view'])(
  'a stranger’s heart on the %s leads to the name card, and does not vote',
  async (where) => {
    const page = await testBed.open(`/event/${eventId}`, undefined, PHONE);
    const votes: string[] = [];
    page.on('request', (request) => request.url().includes('/vote') && votes.push(request.method()));
    if (where === 'large view') await page.getByRole('link', { name: 'Photo 3', exact: true }).tap();
    const scope = where === 'tile' ? page.locator('main') : page.locator('dialog[open]').first();
    const voteButton = scope.getByRole('button', { name: 'Vote, 0 votes' }).first();
    expect(await voteButton.getAttribute('aria-disabled')).toBe('true');
    expect(await voteButton.getAttribute('title')).toBe('Sign in or join as a guest to vote');
    // Past Playwright's own opinion that such a button cannot be pressed.
    await voteButton.dispatchEvent('click');
    const card = page.getByRole('dialog', { name: 'Vote as Guest' });
    await card.getByText('Sign in or join as a guest to vote', { exact: false }).waitFor();
    await card.getByLabel(/^Name/).fill('Ada');
    await press(page, 'Continue as Guest');
    await expectToast(page, 'Welcome!');
    await card.waitFor({ state: 'detached' });
    expect(votes).toEqual([]);
    await voteButton.click();
    await scope.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).first().waitFor();
    await expect.poll(() => votes).toEqual(['POST']);
    await voteButton.page().evaluate('localStorage.clear()');
  },
);
