import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { photosOf } from './faulty-network.ts';
import { PHONE } from '../fixtures/browser.ts';
import { storedJobs } from './stored-uploads.ts';
import { newUploadTestBed, send } from './upload-test-bed.ts';

// Unsent files of a person whose data is deleted, in any tab.

const testBed = newUploadTestBed();
let context: BrowserContext;

beforeEach(async () => {
  context = await testBed.browser.newContext({ ...testBed.options, viewport: PHONE });
});
afterEach(() => context.close());

it('never sends the unsent files of a deleted guest, in any tab, not even as the next guest, nor if the code that deletes them is missing where the guest is deleted', async () => {
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
  const fileChooser = uploadingTab.waitForEvent('filechooser');
  await uploadingTab.getByRole('button', { name: 'Continue as Guest' }).click();
  await fileChooser;
  expect(await uploadingTab.getByText('Failed').count()).toBe(0);
  expect(calls.filter((line) => line.includes('/api/objects'))).toEqual([]);
  expect(await storedFileNames(uploadingTab)).toEqual([]);
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
