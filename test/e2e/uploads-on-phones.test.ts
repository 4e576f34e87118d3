import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { becomeUser, type Person, PHONE } from '../fixtures/browser.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { type Photo, photosOf } from './faulty-network.ts';
import { storedFiles, storedJobs } from './stored-uploads.ts';
import { newUploadTestBed, openEvent, send, UPLOAD_TIMEOUT_MS } from './upload-test-bed.ts';

// Uploads under the conditions of phones and their users, whose session ends, or who leave, while files wait. Browsers
// without storage are in test/components/guest-uploads.test.tsx.

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
afterEach(() => Promise.all(context.pages().map((page) => page.close())));
afterAll(() => context.close());

const become = (user: SignedIn) => becomeUser({ context } as Person, user);
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

  await become(await newUser(testBed.network.url, 'Ada'));
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

/** Starts an upload as Ada, who joins by it, and ends her session before the first file is saved. */
async function sendAndEndSession(page: Page, count: number) {
  const photos = await photosOf(count, 2000);
  testBed.network.onPut = () => ({ status: 503 });
  await send(page, photos);
  await expect.poll(() => storedFiles(page), { timeout: UPLOAD_TIMEOUT_MS }).toBe(count);
  // A file that is only asking where to go is refused before the others.
  const refused = page.waitForResponse((response) => response.status() === 401);
  await context.clearCookies();
  testBed.network.onPut = () => undefined;
  await page.evaluate('dispatchEvent(new Event("online"))');
  await refused;
  return photos;
}

it('files of a user whose session ends wait for the person to sign in again, say so, are never sent by another account, and go on by themselves', async () => {
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
  // Whatever that begins with is on its way before this.
  await page.evaluate(`fetch('/api/auth/user').then(() => true)`);
  expect([sent, await storedFiles(page)]).toEqual([[], 2]);

  await become(ada);
  expect(sent).toEqual([]);
  await tab.reload();
  await page.getByText('Upload Complete!').first().waitFor();
  await testBed.expectAll(photos);
});

/** Deletes the data of this browser's guest. */
async function deleteGuestData(page: Page): Promise<void> {
  await page.goto('/privacy');
  await page.getByRole('button', { name: 'Your Data as Grace' }).click();
  await page.getByRole('button', { name: 'Delete Guest Data' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Guest Data' }).click();
  await page.getByText('What you left is being removed.').waitFor();
}

/** Names of the files that are stored for a later page. */
const storedFileNames = async (page: Page): Promise<string[]> =>
  (await storedJobs(page)).map(({ name }) => name);

it('never sends the unsent files of a deleted guest, in any tab, not even as the next guest, nor if the code that deletes them is missing where the guest is deleted', async () => {
  await context.clearCookies();
  const uploadingTab = await testBed.open(context);
  const put = uploadingTab.waitForRequest((request) => request.method() === 'PUT');
  testBed.network.onPut = () => 'hold';
  await send(uploadingTab, await photosOf(2, 2000));
  const aborted = uploadingTab.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await put;
  await expect.poll(() => storedFileNames(uploadingTab)).toHaveLength(2);

  const otherTab = await context.newPage();
  await otherTab.route('**/upload-engine-*.js', (route) => route.abort());
  await deleteGuestData(otherTab);
  await aborted;

  const calls: string[] = [];
  testBed.network.onPut = () => undefined;
  testBed.network.onCall = ({ method, path }) => void calls.push(`${method} ${path}`);
  await uploadingTab.bringToFront();
  await uploadingTab.getByRole('button', { name: 'Add Media' }).first().click();
  await uploadingTab.getByLabel('Name').fill('Nora');
  await uploadingTab.getByRole('button', { name: 'Continue as Guest' }).click();
  await uploadingTab.getByRole('button', { name: 'Upload 0 file(s)' }).waitFor();
  expect(await uploadingTab.getByText('Failed').count()).toBe(0);
  expect(calls.filter((line) => line.includes('/api/objects'))).toEqual([]);
  await expect.poll(() => storedFileNames(uploadingTab)).toEqual([]);
  expect(testBed.network.stored).toEqual([]);
});
