import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually } from '../fixtures/uploads.ts';
import { visitInFirefox } from './firefox.ts';
import type { Visitor } from './visitor.ts';
import { pushOriginOf } from '../fixtures/push-service-client.ts';

// Failures to enable and to disable notifications, in a browser with a push service.

const siteUrl = inject('siteUrl');
let firefox: Browser;
let page: Page;
let grace: Visitor;
let host: SignedIn;
let eventId: string;

beforeAll(async () => {
  const visit = await visitInFirefox(pushOriginOf(inject('environment')));
  ({ firefox, page, visitor: grace } = visit);
  host = await signIn(siteUrl, 'Olive');
  const { guestId: id, token } = await newGuest(siteUrl);
  const stored = JSON.stringify({ id, token, name: 'Grace', email: null });
  await grace.open(`${siteUrl}/terms`);
  await grace.run(`localStorage.setItem('guest_credentials', ${JSON.stringify(stored)}); return null;`);
});
afterAll(() => firefox?.close());
beforeEach(async () => {
  eventId = (await host.post('/api/events', { name: 'Regatta', privacy: 'public' })).json.id;
  await grace.open(`${siteUrl}/event/${eventId}`);
  await grace.see('No photos yet');
});

const TOASTS = `
  const toasts = document.querySelectorAll(':is(output, [role="alert"]) > [data-tone]');
  return [...toasts].map((one) => [...one.querySelectorAll('strong, p')].map((line) => line.textContent));`;

/** Expects exactly this toast. */
async function expectToast(...lines: string[]): Promise<void> {
  const toasts = await eventually(async () => {
    const toasts = await grace.run<string[][]>(TOASTS);
    return toasts.length > 0 && toasts;
  });
  expect(toasts).toEqual([lines]);
  await grace.press('Dismiss');
}

const isSubscribed = () =>
  grace.run<boolean>(
    'return (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null;',
  );

it('reports a subscription that the server refuses, and unsubscribes the browser', async () => {
  expect((await host.delete(`/api/events/${eventId}`)).status).toBe(204);
  await grace.press('Enable Notifications');
  await expectToast('Error', 'Failed to save subscription.');
  await grace.see('Enable Notifications');
  expect(await isSubscribed()).toBe(false);
});

/** Fails the unsubscribe call only. */
function failUnsubscribe(request: HTTPRequest): void {
  const isUnsubscribe = request.url().endsWith('/api/push/unsubscribe');
  void (isUnsubscribe ? request.abort() : request.continue());
}

it('stays enabled and reports the failure when the unsubscribe call fails', async () => {
  await grace.press('Enable Notifications');
  await expectToast('Notifications Enabled');
  page.on('request', failUnsubscribe);
  await page.setRequestInterception(true);
  await grace.press('Disable Notifications');
  await expectToast('Error', 'Failed to disable notifications.');
  await grace.see('Disable Notifications');
  expect(await isSubscribed()).toBe(true);

  await page.setRequestInterception(false);
  page.off('request', failUnsubscribe);
  await grace.press('Disable Notifications');
  await expectToast('Notifications Disabled');
  expect(await isSubscribed()).toBe(false);
});
