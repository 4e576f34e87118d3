import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { photosOf } from './faulty-network.ts';
import { PHONE, type Person, becomeUser } from '../fixtures/browser.ts';
import { navigateClientSide, whileHeld } from './screen-steps.ts';
import { storedJobs } from './stored-uploads.ts';
import { newUploadTestBed, openEvent, send } from './upload-test-bed.ts';

// Unsent files of a person whose data is deleted, in any tab.

const testBed = newUploadTestBed();
let context: BrowserContext;

beforeEach(async () => {
  context = await testBed.browser.newContext({ ...testBed.options, viewport: PHONE });
});
afterEach(() => context.close());

it('never sends the unsent files of a deleted guest, in any tab, not even as the next guest', async () => {
  const uploadingTab = await testBed.open(context);
  const put = uploadingTab.waitForRequest((request) => request.method() === 'PUT');
  testBed.network.onPut = () => 'hold';
  await send(uploadingTab, await photosOf(3, 2000));
  const aborted = uploadingTab.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await put;

  const otherTab = await context.newPage();
  await deleteGuestData(otherTab);
  await aborted;

  const calls: string[] = [];
  testBed.network.onPut = () => undefined;
  testBed.network.onCall = ({ method, path }) => void calls.push(`${method} ${path}`);
  await uploadingTab.bringToFront();
  await uploadingTab.getByRole('button', { name: 'Add Media' }).first().click();
  await uploadingTab.getByLabel('Name').fill('Nora');
  const fileChooser = uploadingTab.waitForEvent('filechooser');
  await uploadingTab.getByRole('button', { name: 'Continue as Guest' }).click();
  await fileChooser;
  expect(await uploadingTab.getByText('Failed').count()).toBe(0);
  expect(calls.filter((line) => line.includes('/api/objects'))).toEqual([]);
  expect(await storedFileNames(uploadingTab)).toEqual([]);
  expect(testBed.network.stored).toEqual([]);
});

it('deletes unsent files with an account, even if the page is left before the response', async () => {
  const ada = await signIn(testBed.network.url, 'Ada');
  await becomeUser({ context } as Person, ada);
  const page = await openEvent(context, { eventId: testBed.eventId, guest: null });
  testBed.network.onPut = () => 'hold';
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await send(page, await photosOf(1, 2000));
  await put;
  await expect.poll(() => storedFileNames(page)).toEqual(['photo-0.jpg']);

  const otherTab = await context.newPage();
  await otherTab.goto('/privacy');
  await navigateClientSide(otherTab, '/terms');
  await navigateClientSide(otherTab, '/privacy');
  await otherTab.getByRole('button', { name: 'Your Account' }).click();
  await otherTab.getByRole('button', { name: 'Delete Account' }).click();
  const deleted = otherTab.waitForResponse('**/api/auth/user?*');
  await whileHeld(otherTab, ['DELETE', '**/api/auth/user?*'], async () => {
    await otherTab.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    await otherTab.evaluate('history.back()');
    await otherTab.getByRole('alertdialog').waitFor({ state: 'detached' });
  });
  await (await deleted).finished();
  await expect.poll(() => storedFileNames(otherTab)).toEqual([]);
  expect(testBed.network.stored).toEqual([]);
});

it('deletes unsent files on a later page if the code for it failed to load', async () => {
  const uploadingTab = await testBed.open(context);
  testBed.network.onPut = () => 'hold';
  const put = uploadingTab.waitForRequest((request) => request.method() === 'PUT');
  await send(uploadingTab, await photosOf(1, 2000));
  await put;
  await expect.poll(() => storedFileNames(uploadingTab)).toEqual(['photo-0.jpg']);
  await uploadingTab.close({ runBeforeUnload: false });

  const otherTab = await context.newPage();
  await otherTab.route('**/upload-engine-*.js', (route) => route.abort());
  await deleteGuestData(otherTab);
  await otherTab.close();

  testBed.network.onPut = () => undefined;
  const { guestId: id, token } = await newGuest(testBed.network.url, 'Nora');
  const nora = JSON.stringify({ id, token, name: 'Nora', email: null });
  const page = await openEvent(context, { eventId: testBed.eventId, guest: nora });
  await expect.poll(() => storedFileNames(page)).toEqual([]);
  expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  expect(testBed.network.stored).toEqual([]);
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
