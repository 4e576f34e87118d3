import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { navigateClientSide } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// Toasts for actions that are not allowed yet or that the browser does not support.

const testBed = newTestBed('Pier');
const { newEvent, newPerson, add, open } = testBed;

const addMedia = (page: Page) => page.getByRole('button', { name: 'Add Media' }).first().click();

describe('adding media', () => {
  it('to an unpaid event asks for payment and redirects to the checkout', async () => {
    const eventId = await newEvent({ isPaid: true, price: '12.50' });
    const page = await open(`/event/${eventId}`, await newGuest(baseURL));
    await addMedia(page);
    await expectToast(page, 'Payment Required', 'This is a paid event. Payment required to upload.');
    const checkoutRequest = await page.waitForRequest('**/create-checkout');
    expect(checkoutRequest.url()).toContain(eventId);
  });

  it('to a private event after being signed out asks to sign in', async () => {
    const eventId = await newEvent({ privacy: 'private' });
    const ada = await signIn(baseURL, 'Ada');
    await ada.post(`/api/events/${eventId}/join`);
    const { page } = await newPerson(ada);
    // Signed out elsewhere before the session lookup returns.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/auth/user', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/privacy');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await navigateClientSide(page, `/event/${eventId}`);
    await page.getByText('No photos yet').waitFor();
    await ada.get('/api/logout');
    const lookupResponse = page.waitForResponse('**/api/auth/user');
    held.resolve();
    expect((await lookupResponse).status()).toBe(401);
    await page.getByRole('link', { name: 'Sign In' }).waitFor();
    await addMedia(page);
    await expectToast(page, 'Authentication Required', 'This is a private event. Please sign in to upload.');
    await page.waitForURL((url) => url.origin !== baseURL);
  });
});

it('reports that the upload dialog could not be opened offline, and opens it once online', async () => {
  const eventId = await newEvent();
  await add(eventId, [1]);
  const page = await open(`/event/${eventId}`);
  await page.getByRole('link', { name: /^Photo 1$/ }).waitFor();
  await page.context().setOffline(true);
  await addMedia(page);
  await expectToast(page, 'Error', 'Failed to open upload dialog. Please try again.');
  await page.getByRole('link', { name: /^Photo 1$/ }).waitFor();
  await page.context().setOffline(false);
  await addMedia(page);
  await page.getByRole('dialog', { name: 'Upload as Guest' }).waitFor();
});

describe('notifications', () => {
  it('are reported as unsupported in a browser without service workers', async () => {
    const { page } = await newPerson(await newGuest(baseURL));
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await page.goto(`/event/${await newEvent()}`);
    await press(page, 'Enable Notifications');
    await expectToast(page, 'Not Supported', 'Push notifications are not supported in this browser.');
  });
});
