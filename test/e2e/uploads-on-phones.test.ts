import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { guestQuery } from '../fixtures/users-and-guests.ts';
import { type Photo, photosOf } from './faulty-network.ts';
import { PHONE } from '../fixtures/browser.ts';
import { storedFiles } from './stored-uploads.ts';
import {
  newUploadTestBed,
  openEvent,
  send,
  sendWithoutNetwork,
  UPLOAD_TIMEOUT_MS,
} from './upload-test-bed.ts';

// Uploads under the conditions of phones and their users.

const testBed = newUploadTestBed();
const { expectAll } = testBed;
let context: BrowserContext;

// One browser for most tests, each with an event and a guest of its own.
beforeAll(async () => {
  context = await testBed.browser.newContext(phone());
});
afterEach(async () => {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.setOffline(false);
  await context.unrouteAll();
  await context.clearCookies();
});
afterAll(() => context.close());

const phone = () => ({
  ...testBed.options,
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
});
const open = (): Promise<Page> => testBed.open(context);
const expectComplete = (page: Page) => page.getByText('Upload Complete!').first().waitFor();
const card = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** Starts an upload that fails until it is released. */
async function sendHeld(page: Page, photos: Photo[]) {
  const confirmation = Promise.withResolvers<void>();
  testBed.network.onPut = () => {
    confirmation.resolve();
    return { status: 503 };
  };
  await send(page, photos);
  await confirmation.promise;
  return {
    /** Also fires `online`, so that the queue retries without waiting for its backoff. */
    release: async (page: Page) => {
      testBed.network.onPut = () => undefined;
      await page.evaluate('dispatchEvent(new Event("online"))');
    },
  };
}

/** Expects that photos arrive without storage, and that the page asks to be kept open while offline. */
async function expectSentFromMemory(page: Page, photos: Photo[]): Promise<void> {
  await sendHeld(page, photos);
  await context.setOffline(true);
  await page.getByText('Waiting for the network. Keep this page open.').waitFor();
  testBed.network.onPut = () => undefined;
  await context.setOffline(false);
  await expectComplete(page);
  await expectAll(photos);
}

describe('a phone', () => {
  it('keeps the screen on and warns before the page is closed while uploading, and goes on after it was locked', async () => {
    await context.addInitScript(`
      window.locks = [];
      const request = WakeLock.prototype.request;
      WakeLock.prototype.request = async function () {
        const lock = await request.call(this, 'screen');
        window.locks.push(lock);
        return lock;
      };
      window.show = (state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
        document.dispatchEvent(new Event('visibilitychange'));
      };
    `);
    await context.grantPermissions(['screen-wake-lock']);
    const page = await open();
    const activeLocks = () => page.evaluate('locks.filter(({ released }) => !released).length');
    expect(await activeLocks()).toBe(0);
    const files = await sendHeld(page, await photosOf(1, 2000));
    await expect.poll(activeLocks, { timeout: UPLOAD_TIMEOUT_MS }).toBe(1);

    // Browsers release the lock when the page is hidden.
    await page.evaluate('show("hidden"); locks[0].release()');
    await expect.poll(activeLocks, { timeout: UPLOAD_TIMEOUT_MS }).toBe(0);
    await page.evaluate('show("visible"); show("visible")');
    await expect.poll(activeLocks, { timeout: UPLOAD_TIMEOUT_MS }).toBe(1);

    const confirmation = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await confirmation;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();

    const phone = await context.newCDPSession(page);
    await phone.send('Page.setWebLifecycleState', { state: 'frozen' });
    await phone.send('Page.setWebLifecycleState', { state: 'active' });
    await files.release(page);
    await expectComplete(page);
    await expect.poll(activeLocks, { timeout: UPLOAD_TIMEOUT_MS }).toBe(0);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  });
});

describe('a guest', () => {
  it('who closes the uploading tab has the upload resumed by another tab', async () => {
    const photos = await photosOf(2, 2000);
    const other = await open();
    const page = await open();
    const files = await sendHeld(page, photos);
    await expectStored(page, 2);
    await page.close();
    await files.release(other);
    await expectComplete(other);
    await expectAll(photos);
  });

  it('who signs in and claims their photos has the upload resumed as the user', async () => {
    const photos = await photosOf(3, 2000);
    const page = await open();
    const files = await sendHeld(page, photos);
    await expectStored(page, 3);
    await page.close();

    const ada = await newUser(testBed.network.url, 'Ada');
    const url = testBed.network.url.replace('http:', 'https:');
    const value = ada.cookie('__Host-session') ?? '';
    await context.addCookies([{ name: '__Host-session', value, url, secure: true, httpOnly: true }]);
    const signedIn = await openEvent(context, { eventId: testBed.eventId, guest: null });
    await card(signedIn).waitFor();
    // The guest is refused as soon as the claim is made, before the page has its response.
    const refused = signedIn.waitForResponse((response) => response.status() === 401);
    await signedIn.route('**/claim', async (route) => {
      const response = await route.fetch();
      await files.release(signedIn);
      await refused;
      await route.fulfill({ response });
    });
    await signedIn.getByRole('button', { name: 'Move to My Account' }).click();
    await signedIn.getByText('Moved to Your Account').waitFor();
    await card(signedIn).waitFor({ state: 'detached' });
    await expectAll(photos);
  });

  it('whom the server does not know gives a name again, and loses no files', async () => {
    const photos = await photosOf(2, 2000);
    const page = await open();
    await sendWithoutNetwork(page, photos);
    await expectStored(page, 2);
    const { status } = await testBed.grace.delete(
      `/api/guests/${testBed.grace.guestId}?${guestQuery(testBed.grace)}&media=keep`,
    );
    expect(status).toBe(204);
    await context.setOffline(false);
    await card(page).getByText('0 of 2 safe').waitFor();
    await page.reload();
    const stored = () => page.evaluate(`localStorage.getItem('guest_credentials')`);
    await expect.poll(stored, { timeout: UPLOAD_TIMEOUT_MS }).toBeNull();
    await card(page).getByRole('button', { name: 'Retry All' }).tap();

    await page.getByLabel(/^Name/).fill('Grace');
    await page.getByRole('button', { name: 'Continue as Guest' }).tap();
    await expectComplete(page);
    await expectAll(photos);
  });
});

// The last, because they change the browser.
describe('a browser', () => {
  beforeEach(async () => {
    await context.close();
    context = await testBed.browser.newContext(phone());
  });

  it('without space for the files uploads them', async () => {
    const photos = await photosOf(2, 400_000);
    const page = await open();
    const storage = await context.newCDPSession(page);
    await storage.send('Storage.overrideQuotaForOrigin', {
      origin: testBed.network.url,
      quotaSize: 500_000,
    });
    await expectSentFromMemory(page, photos);
  });

  it('from three years ago whose IndexedDB never responds uploads files, and asks to be kept open while offline', async () => {
    await context.addInitScript(`
      delete AbortSignal.any; delete Promise.withResolvers; delete Promise.try; delete URL.canParse; delete URL.parse;
      delete Array.fromAsync; delete Map.groupBy; delete Object.groupBy; delete Set.prototype.union;
      delete Iterator.prototype.map; delete Iterator.prototype.filter; delete Iterator.prototype.toArray;
    `);
    // Of the right class, or it would be refused at once.
    await context.addInitScript(
      'indexedDB.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype)',
    );
    const photos = await photosOf(1, 2000);
    const page = await open();
    await expectSentFromMemory(page, photos);
  });
});

/** Waits until this many files are stored in the browser. */
const expectStored = (page: Page, count: number): Promise<void> =>
  expect.poll(() => storedFiles(page), { timeout: UPLOAD_TIMEOUT_MS }).toBe(count);
