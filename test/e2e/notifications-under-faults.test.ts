import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { newUser } from '../fixtures/new-user.ts';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts';
import { closeContexts, openAs, PHONE, sharedBrowser } from '../fixtures/browser.ts';
import { expectToast, press } from './toast-steps.ts';

let network: FaultyNetwork;
let browser: Browser;

beforeAll(async () => {
  [browser, network] = await Promise.all([sharedBrowser(), startFaultyNetwork()]);
});
afterAll(async () => {
  await closeContexts(browser);
  await network?.close();
});

it('reports that the service worker failed to load, and can be retried', async () => {
  const { url: baseURL, proxy } = network;
  const host = await newUser(baseURL, 'Olive');
  const { json } = await host.post('/api/events', { name: 'Lido', privacy: 'public' });
  network.onCall = ({ path }) => (path === '/sw.js' ? { status: 503 } : undefined);
  const { page, context } = await openAs(
    browser,
    { viewport: PHONE, baseURL, proxy },
    await newGuest(baseURL),
  );
  await context.grantPermissions(['notifications']);
  await page.goto(`/event/${json.id}`);
  for (const _attempt of [1, 2]) {
    await press(page, 'Enable Notifications');
    await expectToast(page, 'Error', 'Failed to register service worker.');
  }
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(
    0,
  );
});
