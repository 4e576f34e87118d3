import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast } from './toast-steps.ts';

// How a gallery copes with network failures, expired signed URLs and code that fails to load.

const testBed = newTestBed('Ferry');
const { newEvent } = testBed;
let grace: Person;
let page: Page;

beforeAll(async () => {
  grace = await testBed.newPerson(await newGuest(baseURL), PHONE);
  ({ page } = grace);
  // What it heard of others would be read again, and take away what is to be pressed.
  await page.route('**/live-ticket', (route) => route.abort());
});

async function open(eventId: string): Promise<void> {
  await page.goto(`/event/${eventId}`, { waitUntil: 'networkidle' });
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
}

const photo = (number: number) => page.getByRole('link', { name: new RegExp(`^Photo ${number}$`) });

describe('a long gallery', () => {
  let eventId: string;
  beforeAll(async () => {
    eventId = await newEvent();
    // The page embeds sixty.
    await testBed.fill(eventId, 62);
    await open(eventId);
  });

  // The first, because its pictures must not be cached.
  it('renews expired signed URLs of pictures', async () => {
    // A look for new photos would bring new cookies.
    const held = Promise.withResolvers<void>();
    const holding = await page.route('**/api/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await grace.context.clearCookies();
    const refused = page.waitForResponse((response) => response.status() === 403);
    await page.evaluate('scrollTo(0, 3000)');
    await refused;
    held.resolve();
    const areAllLoaded = () =>
      page
        .locator('main li[data-index] img')
        .evaluateAll((all) => all.every((img) => 'naturalWidth' in img && Number(img.naturalWidth) > 0));
    await expect.poll(areAllLoaded, { timeout: 20_000 }).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(3000);
    await holding.dispose();
  });

  it('reports that the next photos failed to load, keeps the loaded ones, and can retry', async () => {
    await open(eventId);
    await grace.context.setOffline(true);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByRole('heading', { name: 'The next photos did not come' }).waitFor();
    await page.getByText('You are offline. What you see here stays.').waitFor();
    await photo(60).waitFor();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.tap();
    await retry.waitFor();
    await grace.context.setOffline(false);
    await retry.press('Enter');
    await photo(61).waitFor();
    expect(await retry.count()).toBe(0);
    // The focus stays near the button, not at the top.
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('[data-index]') !== null`))
      .toBe(true);
  });

  it('restores the scroll position on back navigation', async () => {
    await page.evaluate('scrollTo(0, 5000)');
    await page.locator('main li[data-index="50"]').waitFor();
    // Dispatched directly, because clicking would scroll to the logo.
    await page.getByRole('link', { name: 'Gatherlens, home' }).dispatchEvent('click');
    await page.getByRole('link', { name: 'Create Free Event' }).first().waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await page.locator('main li[data-index="50"]').waitFor();
    expect(await page.evaluate('scrollY')).toBe(5000);
  });

  // The last, because it leaves the event private.
  it('shows that an event has become private, and keeps the guest credentials', async () => {
    const credentials = await page.evaluate(`localStorage.getItem('guest_credentials')`);
    await testBed.olive.put(`/api/events/${eventId}`, { privacy: 'private' });
    await page.getByRole('tab', { name: 'Top Voted' }).dispatchEvent('click');
    await page.getByRole('heading', { name: 'Private Event' }).waitFor();
    // Signing in returns to the same page.
    const returnTo = encodeURIComponent(`/event/${eventId}?sort=votes`);
    expect(await page.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
      `/api/login?returnTo=${returnTo}`,
    );
    expect(await page.evaluate(`localStorage.getItem('guest_credentials')`)).toBe(credentials);
  });
});

describe('an open page', () => {
  let eventId: string;
  beforeAll(async () => {
    eventId = await newEvent();
    await testBed.fill(eventId, 1);
    await open(eventId);
  });

  it('fetches the lightbox code ahead, stays usable if it does not come, and opens it on the next tap', async () => {
    await page.route('**/assets/lightbox-*', (route) => route.abort());
    const ahead = page.waitForRequest('**/assets/lightbox-*.js');
    await page.mouse.move(100, 300);
    await page.mouse.move(120, 320);
    expect((await ahead).resourceType()).toBe('fetch');
    await grace.context.setOffline(true);
    await photo(1).tap();
    await expectToast(page, 'The photo did not come');
    expect(await page.getByRole('heading', { name: 'Ferry' }).isVisible()).toBe(true);
    await grace.context.setOffline(false);
    await page.unroute('**/assets/lightbox-*');
    await photo(1).tap();
    await page.getByText('1 of 1').waitFor();
    await page.keyboard.press('Escape');
  });

  it('reports a dialog whose code fails to load, and opens it on the next press', async () => {
    const code = '**/assets/download-dialog-*.js';
    await page.route(code, (route) => route.abort());
    await page.evaluate('window.isSamePage = true');
    await page.getByRole('button', { name: 'Download All' }).click();
    await expectToast(page, 'Error', 'This could not be opened. Please try again.');
    expect(await photo(1).isVisible()).toBe(true);
    await page.unroute(code);
    await page.getByRole('button', { name: 'Download All' }).click();
    await page.getByRole('dialog', { name: 'Download All' }).waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('reports that the upload dialog could not be opened offline, and opens it once online', async () => {
    const addMedia = page.getByRole('button', { name: 'Add Media' }).first();
    await grace.context.setOffline(true);
    await addMedia.click();
    await expectToast(page, 'Error', 'Failed to open upload dialog. Please try again.');
    expect(await photo(1).isVisible()).toBe(true);
    await grace.context.setOffline(false);
    await addMedia.click();
    await page.getByRole('dialog', { name: 'Upload Media' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('keeps the notifications button and reports the failure if its code fails to load', async () => {
    await page.route('**/assets/notification-toggle-*', (route) => route.abort());
    const bell = page.getByRole('button', { name: 'Enable Notifications' });
    await bell.press('Enter');
    await expectToast(page, 'Error', 'Failed to subscribe to notifications.');
    expect(await bell.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await bell.isEnabled()).toBe(true);
    await page.unroute('**/assets/notification-toggle-*');
  });

  it('reports that the Timeline order failed to load, and can retry', async () => {
    await page.route('**/assets/capture-days-grid-*', (route) => route.abort());
    await page.getByRole('tab', { name: 'Timeline' }).tap();
    await page.getByRole('heading', { name: 'The photos did not come' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add Media' }).first().isVisible()).toBe(true);
    const retry = page.getByRole('button', { name: 'Try again' });
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('capture-days-grid'),
    );
    await retry.press('Enter');
    await failed;
    await page.unroute('**/assets/capture-days-grid-*');
    // While it is being tried, presses are ignored.
    await retry.and(page.locator(':focus:not([aria-busy])')).press('Enter');
    await page.getByRole('heading', { name: /\| 1 photo$/ }).waitFor();
    // The button that was pressed is gone.
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
    expect(await retry.count()).toBe(0);
  });

  it('falls back to the gallery if a link opens the lightbox and its code fails to load', async () => {
    await page.route('**/assets/lightbox-*', (route) => route.abort());
    const [item] = (await testBed.olive.get(`/api/events/${eventId}/media`)).json;
    await page.goto(`/event/${eventId}?media=${item?.id}`);
    await expectToast(page, 'The photo did not come');
    await photo(1).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('reloads when a release has removed its code', async () => {
    await page.evaluate('window.isSamePage = true');
    // Pretend that the page is from an earlier release.
    await page.evaluate(
      `document.querySelector('script[type="module"][src]').setAttribute('src', '/assets/main-old.js')`,
    );
    await page.route('**/assets/download-dialog-*.js', (route) => route.abort());
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Download All' }).click();
    await reloaded;
    await photo(1).waitFor();
    expect(await page.evaluate('window.isSamePage')).toBeUndefined();
  });
});
