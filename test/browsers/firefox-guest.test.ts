import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Guest, newGuest } from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, upload } from '../fixtures/uploads.ts';
import { clickNotification } from './firefox-alert.ts';
import { visitInFirefox } from './firefox.ts';
import { newEvent, runGuestFlow } from './guest-flow.ts';
import type { Visitor } from './visitor.ts';
import { pushOriginOf } from '../fixtures/push-service-client.ts';

// A guest's path in Firefox, and notifications, because Chromium's test contexts have no push service.
// All of it in one Firefox, which takes seconds to start.

const siteUrl = inject('siteUrl');

let firefox: Browser;
let page: Page;
let grace: Visitor;
let ulla: Guest;
let eventId: string;

beforeAll(async () => {
  const visit = await visitInFirefox(pushOriginOf(inject('environment')));
  ({ firefox, page, visitor: grace } = visit);
  ulla = await newGuest(siteUrl, 'Ulla');
  eventId = await newEvent(siteUrl, 'Ada’s Party 🎉');
});
afterAll(() => firefox?.close());

const GET_NOTIFICATIONS = `
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));`;

const isSubscribed = () =>
  grace.run<boolean>(
    'return (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null;',
  );

/** Paths of the site's open pages, in the order they were opened. */
const openPaths = async (): Promise<string[]> =>
  (await firefox.pages())
    .map((openPage) => new URL(openPage.url()))
    .filter(({ origin }) => origin === siteUrl)
    .map(({ pathname }) => pathname);

const enableNotifications = async (): Promise<void> => {
  await grace.press('Enable Notifications');
  await grace.see('Notifications Enabled');
  expect(await isSubscribed()).toBe(true);
};

it('lets a guest in Firefox open an event, give a name, add a photo, see it, vote and enable notifications, which is still so after a reload', async () => {
  const broken: string[] = [];
  page.on('pageerror', (error) => {
    // Firefox says so when a page is left whose WebSocket is being opened.
    if (!String(error).includes('/event/realtime')) broken.push(String(error));
  });
  expect(await runGuestFlow(grace, siteUrl, enableNotifications)).toEqual(['Vote, 1 vote']);
  await grace.see('Disable Notifications');
  expect(broken).toEqual([]);
});

describe('a guest in Firefox', () => {
  it("gets the exact notification for another guest's upload", async () => {
    await grace.open(`${siteUrl}/event/${eventId}`);
    await enableNotifications();
    // Before the upload, because the page looks for photos by itself after a while.
    await grace.see('0 photos');
    await upload(ulla, eventId, await jpegFile(1));
    const notifications = await eventually(async () => {
      const current = await grace.run<object[]>(GET_NOTIFICATIONS);
      return current.length > 0 && current;
    });
    expect(notifications).toEqual([
      {
        title: 'Ada’s Party 🎉',
        body: 'New photo',
        tag: `${eventId}:new`,
        data: { url: `/event/${eventId}` },
      },
    ]);
  });

  it('gets to the open page by clicking the notification, and sees the photo', async () => {
    expect(await clickNotification(firefox)).toEqual(['Ada’s Party 🎉', 'New photo']);
    await grace.see('1 photo');
    expect(await openPaths()).toEqual([`/event/${eventId}`]);
  });

  it('gets notifications of another event, and a click opens its page', async () => {
    const other = await newEvent(siteUrl, 'Gala');
    await grace.open(`${siteUrl}/event/${other}`);
    await enableNotifications();
    await grace.open(`${siteUrl}/event/${eventId}`);
    await upload(ulla, other, await jpegFile(2));
    expect(await clickNotification(firefox)).toEqual(['Gala', 'New photo']);
    await eventually(async () => (await openPaths()).includes(`/event/${other}`));
    expect(await openPaths()).toEqual([`/event/${eventId}`, `/event/${other}`]);
    await (await firefox.pages()).at(-1)?.close();
    await page.bringToFront();
  });

  it('disables notifications', async () => {
    await grace.press('Disable Notifications');
    await grace.see('Notifications Disabled');
    await grace.see('Enable Notifications');
    expect(await isSubscribed()).toBe(false);
  });
});

describe('a user in Firefox', () => {
  it('gets no more notifications after signing out', async () => {
    await grace.open(`${siteUrl}/api/login?returnTo=/event/${eventId}`);
    for (const [name, text] of Object.entries({
      email: 'ida@example.com',
      firstName: 'Ida',
      lastName: 'Lovelace',
    })) {
      await grace.fill(name, text);
    }
    await grace.press('Sign in');
    // It appears last, above the button.
    await grace.see('Take your photos along?');
    await enableNotifications();
    const endpoint = await grace.run<string>(
      'return (await (await navigator.serviceWorker.ready).pushManager.getSubscription()).endpoint;',
    );
    // Whoever comes next opens a page, which would interrupt that.
    await Promise.all([page.waitForNavigation(), page.locator('a[href="/api/logout"]').click()]);
    await eventually(async () => !(await isSubscribed().catch(() => true)));
    // The browser tells its push service in its own time.
    const refused = await eventually(async () => {
      const { status } = await fetch(endpoint, { method: 'POST', headers: { ttl: '60' } });
      return status !== 201 && status;
    });
    expect(refused).toBe(410);
  });
});
