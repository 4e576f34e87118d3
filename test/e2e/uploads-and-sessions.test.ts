import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Person, becomeUser, PHONE } from '../fixtures/browser.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { photosOf } from './faulty-network.ts';
import { storedFiles } from './stored-uploads.ts';
import { newUploadTestBed, openEvent, send, UPLOAD_TIMEOUT_MS } from './upload-test-bed.ts';

// Uploads of users whose session ends, or is somebody else's, while the page is open.

const testBed = newUploadTestBed();
let context: BrowserContext;

beforeEach(async () => {
  context = await testBed.browser.newContext({ ...testBed.options, viewport: PHONE });
});
afterEach(() => context.close());

const become = (user: SignedIn) => becomeUser({ context } as Person, user);
const card = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** Starts an upload as Ada, who joins by it, and ends her session before the first file is saved. */
async function sendAndEndSession(page: Page, count: number) {
  const photos = await photosOf(count, 2000);
  testBed.network.onPut = () => ({ status: 503 });
  await send(page, photos);
  await expect.poll(() => storedFiles(page), { timeout: UPLOAD_TIMEOUT_MS }).toBe(count);
  await context.clearCookies();
  const refused = page.waitForResponse((response) => response.status() === 401);
  testBed.network.onPut = () => undefined;
  await page.evaluate('dispatchEvent(new Event("online"))');
  await refused;
  return photos;
}

it('wait for the person to sign in again, say so, are never sent by another account, and go on by themselves', async () => {
  const { url } = testBed.network;
  const [ada, bea] = [await newUser(url, 'Ada'), await newUser(url, 'Bea')];
  await become(ada);
  const page = await openEvent(context, { eventId: testBed.eventId, guest: null });
  const photos = await sendAndEndSession(page, 2);
  await card(page).getByText('Sign in again to go on: 2 files are kept on this device.').waitFor();
  const link = card(page).getByRole('link', { name: 'Sign In' });
  expect(await link.getAttribute('href')).toBe(
    `/api/login?returnTo=${encodeURIComponent(`/event/${testBed.eventId}`)}`,
  );
  expect(await card(page).getByRole('button', { name: /Retry/ }).count()).toBe(0);
  expect(await page.getByText('Failed').count()).toBe(0);

  await become(bea);
  const sent: string[] = [];
  testBed.network.onCall = ({ method, path }) => {
    if (method === 'POST' && /\/(objects|media)/.test(path)) sent.push(path);
    return undefined;
  };
  const tab = await context.newPage();
  await tab.goto('/');
  await page.getByText('You are now signed in as Bea.').waitFor();
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await page.waitForLoadState('networkidle');
  expect([sent, await storedFiles(page)]).toEqual([[], 2]);

  await become(ada);
  await tab.reload();
  await page.getByText('Upload Complete!').first().waitFor();
  await testBed.expectAll(photos);
});
