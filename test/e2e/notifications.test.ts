import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { closeContexts, newPerson, PHONE, type Person, sharedBrowser } from '../fixtures/browser.ts';
import { expectToast } from './toast-steps.ts';

const baseURL = inject('siteUrl');

let browser: Browser;
let path: string;
let grace: Person;

beforeAll(async () => {
  browser = await sharedBrowser();
  const host = await newUser(baseURL, 'Olive');
  const { json } = await host.post('/api/events', { name: 'Party', privacy: 'public' });
  path = `/event/${json.id}`;
  grace = await openAsGuest();
});
afterAll(() => closeContexts(browser));

/** Opens the event as a guest on a phone. */
async function openAsGuest(): Promise<Person> {
  const person = await newPerson(browser, { viewport: PHONE, baseURL });
  const { guestId: id, token } = await newGuest(baseURL);
  const stored = JSON.stringify({ id, token, name: 'Grace', email: null });
  await person.context.addInitScript(`localStorage.setItem('guest_credentials', ${JSON.stringify(stored)})`);
  await person.context.grantPermissions([]);
  await person.page.clock.install();
  await person.page.goto(path);
  // Wait for the parts that load late.
  await person.page.getByText('No photos yet').waitFor();
  return person;
}

it('enabling notifications reports that permission was denied, and times out if the browser cannot reach its push service', async () => {
  const { page, context, consoleErrors } = grace;
  const button = page.getByRole('button', { name: 'Enable Notifications' });
  await button.click();
  await expectToast(page, 'Permission Denied', 'Please enable notifications in your browser settings.');

  await context.grantPermissions(['notifications']);
  const { width, height, x, y } = (await button.boundingBox()) ?? {};
  expect([width, height]).toEqual([44, 44]);
  // Chromium waits for its push service without end, the headless shell sometimes gives up at once. The clock must not be
  // advanced before that is waited for: the service worker has a timeout of its own.
  await page.evaluate(`PushManager.prototype.subscribe = () => {
    window.isAwaited = true;
    return new Promise(() => {});
  }`);
  await button.click();
  await expect.poll(() => page.evaluate('window.isAwaited')).toBe(true);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await page.clock.fastForward(15_000);
  await expectToast(page, 'Error', 'Failed to subscribe to notifications.');
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  expect(await button.boundingBox()).toEqual({ width, height, x, y });
  expect(consoleErrors).toEqual([]);
});

describe('the app', () => {
  it('is installable, with a valid manifest and icons', async () => {
    const { page, context } = grace;
    await page.goto('/');
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      name: 'Gatherlens',
      start_url: '/',
      display: 'standalone',
    });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Playwright's contexts are incognito.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  it('serves the service worker at /sw.js without caching', async () => {
    const { headers, status } = await fetch(`${baseURL}/sw.js`);
    expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
      200,
      'no-cache',
      'text/javascript; charset=utf-8',
    ]);
    const manifest = await fetch(`${baseURL}/manifest.webmanifest`);
    expect(manifest.headers.get('cache-control')).toBe('no-cache');
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
  });
});
