import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomeUser, type Person, PHONE } from '../fixtures/browser.ts';
import { newUser } from '../fixtures/new-user.ts';
import { type Photo, photosOf } from './faulty-network.ts';
import { storedFiles } from './stored-uploads.ts';
import { newUploadTestBed, openEvent, send, UPLOAD_TIMEOUT_MS } from './upload-test-bed.ts';

// Uploads under the conditions of phones and their users. Browsers without storage are in
// test/components/guest-uploads.test.tsx.

const testBed = newUploadTestBed();
let context: BrowserContext;

/** As a browser from three years ago. */
const WITHOUT_NEW_FEATURES = `
  delete AbortSignal.any; delete Promise.withResolvers; delete Promise.try; delete URL.canParse; delete URL.parse;
  delete Array.fromAsync; delete Map.groupBy; delete Object.groupBy; delete Set.prototype.union;
  delete Iterator.prototype.map; delete Iterator.prototype.filter; delete Iterator.prototype.toArray;
`;

/** Keeps the locks of the screen, and lets the page be hidden. */
const RECORD_LOCKS = `
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
`;

beforeAll(async () => {
  context = await testBed.browser.newContext({
    ...testBed.options,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await context.grantPermissions(['screen-wake-lock']);
  await context.addInitScript(WITHOUT_NEW_FEATURES);
  await context.addInitScript(RECORD_LOCKS);
});
afterAll(() => context.close());

const card = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const expectLocks = (page: Page, count: number) =>
  expect
    .poll(() => page.evaluate('locks.filter(({ released }) => !released).length'), {
      timeout: UPLOAD_TIMEOUT_MS,
    })
    .toBe(count);

/** Starts an upload that fails until it is released. */
async function sendHeld(page: Page, photos: Photo[]) {
  let [tries, isReleased] = [0, false];
  testBed.network.onPut = () => {
    tries += 1;
    return isReleased ? undefined : { status: 503 };
  };
  const expectNextTry = (before: number) =>
    expect.poll(() => tries, { timeout: UPLOAD_TIMEOUT_MS }).toBeGreaterThan(before);
  await send(page, photos);
  await expectNextTry(0);
  return {
    /** Lets the files pass. Also fires `online`, so that the queue tries again without waiting for its backoff. */
    async release(next: Page) {
      isReleased = true;
      await next.evaluate('dispatchEvent(new Event("online"))');
    },
    expectAnotherTry: () => expectNextTry(tries),
  };
}

it('a phone keeps the screen on and warns before the page is closed while uploading, tries again after it was locked, and leaves its files to another tab, then to the account', async () => {
  const photos = await photosOf(1, 2000);
  const claimed = await photosOf(2, 2000);
  const other = await testBed.open(context);
  const page = await testBed.open(context);
  await expectLocks(page, 0);
  let files = await sendHeld(page, photos);
  await expectLocks(page, 1);

  // Browsers release the lock when the page is hidden.
  await page.evaluate('show("hidden"); locks[0].release()');
  await expectLocks(page, 0);
  await page.evaluate('show("visible"); show("visible")');
  await expectLocks(page, 1);

  const confirmation = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await confirmation;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  const phone = await context.newCDPSession(page);
  await phone.send('Page.setWebLifecycleState', { state: 'frozen' });
  await phone.send('Page.setWebLifecycleState', { state: 'active' });
  await files.expectAnotherTry();
  await expect.poll(() => storedFiles(page), { timeout: UPLOAD_TIMEOUT_MS }).toBe(1);

  await page.close();
  await files.release(other);
  await other.getByText('Upload Complete!').first().waitFor();
  await testBed.expectAll(photos);

  files = await sendHeld(other, claimed);
  await expect.poll(() => storedFiles(other), { timeout: UPLOAD_TIMEOUT_MS }).toBe(2);
  await other.close();

  await becomeUser({ context } as Person, await newUser(testBed.network.url, 'Ada'));
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
  await testBed.expectAll([...photos, ...claimed]);
  expect(await signedIn.evaluate('locks.length')).toBeGreaterThan(0);
  await expectLocks(signedIn, 0);
  const closed = signedIn.waitForEvent('close');
  await signedIn.close({ runBeforeUnload: true });
  await closed;
});
