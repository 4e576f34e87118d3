import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press, whileFailing } from './toast-steps.ts';

// The tooltip of Add Media says what pressing it takes.

const testBed = newTestBed('Ferry');
const { newEvent, newPerson, open } = testBed;

const hintOn = (page: Page) => page.locator('main button', { hasText: /^Add Media$/ }).getAttribute('title');
const expectHint = (page: Page, hint: string) => expect.poll(() => hintOn(page)).toBe(hint);

/** Presses Add Media, which opens the file picker. */
async function pressAddMedia(page: Page): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser');
  await press(page, 'Add Media');
  await fileChooser;
}

it('tells the owner that they upload as the owner', async () => {
  const page = await open(`/event/${await newEvent({ privacy: 'private' })}`, testBed.olive);
  await expectHint(page, 'Upload as event owner');
});

it('asks a user to join first, until they have joined, and to pay in a paid event', async () => {
  const eventId = await newEvent();
  const { page } = await newPerson(await signIn(baseURL, 'Ada'));
  await whileFailing(page, ['POST', '**/join'], async () => {
    const joinFailed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/join'));
    await page.goto(`/event/${eventId}`);
    await joinFailed;
    await expectHint(page, 'Join the event to start uploading');
  });
  await pressAddMedia(page);
  await expectHint(page, 'Upload to event');
  await page.goto(`/event/${await newEvent({ isPaid: true, price: '7.50' })}`);
  await expectHint(page, 'This is a paid event. Payment required to upload.');
});

it('tells a guest that they upload as a guest', async () => {
  const page = await open(`/event/${await newEvent()}`, await newGuest(baseURL));
  await expectHint(page, 'Upload as guest');
  await pressAddMedia(page);
});

it('asks an anonymous visitor for a name, until they have given one', async () => {
  const page = await open(`/event/${await newEvent({ privacy: 'unlisted' })}`);
  await expectHint(page, 'Enter your name to upload as a guest');
  await press(page, 'Add Media');
  await page.getByRole('dialog', { name: 'Upload as Guest' }).getByLabel('Name').fill('Ida');
  await press(page, 'Continue as Guest');
  await expectHint(page, 'Upload as guest');
});
