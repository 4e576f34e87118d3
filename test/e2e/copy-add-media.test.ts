import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press, without } from './toast-steps.ts';

// What Add Media says to whoever points at it: whether they may, and what it takes. To a visitor it does so from the first
// press on.

const testBed = newTestBed('Ferry');
const { newEvent, newPerson, open } = testBed;

const hintOn = (page: Page) => page.locator('main button', { hasText: /^Add Media$/ }).getAttribute('title');
const expectHint = (page: Page, hint: string | null) => expect.poll(() => hintOn(page)).toBe(hint);

/** Presses Add Media, which opens the phone's own list of files. */
async function pressAddMedia(page: Page): Promise<void> {
  const picking = page.waitForEvent('filechooser');
  await press(page, 'Add Media');
  await picking;
}

it('the owner', async () => {
  const page = await open(`/event/${await newEvent({ privacy: 'private' })}`, testBed.olive);
  await expectHint(page, 'Upload as event owner');
});

it('somebody signed in who has joined, and who has not', async () => {
  const eventId = await newEvent();
  const { page } = await newPerson(await signIn(baseURL, 'Ada'));
  await without(page, ['POST', '**/join'], async () => {
    const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/join'));
    await page.goto(`/event/${eventId}`);
    await tried;
    await expectHint(page, 'Join the event to start uploading');
  });
  await pressAddMedia(page);
  await expectHint(page, 'Upload to event');
});

it('somebody who has not paid', async () => {
  const eventId = await newEvent({ isPaid: true, price: '7.50' });
  const page = await open(`/event/${eventId}`, await signIn(baseURL, 'Ada'));
  await expectHint(page, 'This is a paid event. Payment required to upload.');
});

it('a guest', async () => {
  const page = await open(`/event/${await newEvent()}`, await newGuest(baseURL));
  expect(await hintOn(page)).toBe(null);
  await pressAddMedia(page);
  await expectHint(page, 'Upload as guest');
});

it('a visitor who has not given a name, until it is given', async () => {
  const page = await open(`/event/${await newEvent({ privacy: 'unlisted' })}`);
  await press(page, 'Add Media');
  await expectHint(page, 'Enter your name to upload as a guest');
  await page.getByRole('dialog', { name: 'Upload as Guest' }).getByLabel('Name').fill('Ida');
  await press(page, 'Continue as Guest');
  await expectHint(page, 'Upload as guest');
});
