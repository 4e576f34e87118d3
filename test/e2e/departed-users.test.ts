import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { photosOf } from './faulty-network.ts';
import { PHONE, type Person, signedInAs } from '../fixtures/browser.ts';
import { goWithin, held } from './screen-steps.ts';
import { storedJobs } from './stored-uploads.ts';
import { newUploadTestBed, openEvent, send } from './upload-test-bed.ts';

// Unsent files of a person whose data is deleted, in any tab.

const testBed = newUploadTestBed();
let context: BrowserContext;

beforeEach(async () => {
  context = await testBed.browser.newContext({ baseURL: testBed.network.system.url, viewport: PHONE });
});
afterEach(() => context.close());

it('never sends the unsent files of a deleted guest, in any tab, not even as the next guest', async () => {
  const sending = await testBed.open(context);
  const put = sending.waitForRequest((request) => request.method() === 'PUT');
  testBed.network.onPut = () => 'stall';
  await send(sending, await photosOf(3, 2000));
  const ended = sending.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await put;

  const leaving = await context.newPage();
  await leave(leaving);
  await ended;

  const calls: string[] = [];
  testBed.network.onPut = () => undefined;
  testBed.network.onCall = ({ method, path }) => void calls.push(`${method} ${path}`);
  await sending.bringToFront();
  await sending.getByRole('button', { name: 'Add Media' }).first().click();
  await sending.getByLabel('Name').fill('Nora');
  const choosing = sending.waitForEvent('filechooser');
  await sending.getByRole('button', { name: 'Continue as Guest' }).click();
  await choosing;
  expect(await sending.getByText('Failed').count()).toBe(0);
  expect(calls.filter((line) => line.includes('/api/objects'))).toEqual([]);
  expect(await leftIn(sending)).toEqual([]);
  expect(testBed.network.stored).toEqual([]);
});

it('deletes unsent files with an account, even if the page is left before the response', async () => {
  const ada = await signIn(testBed.network.system.url, 'Ada');
  await signedInAs({ context } as Person, ada);
  const page = await openEvent(context, { eventId: testBed.eventId, guest: null });
  testBed.network.onPut = () => 'stall';
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await send(page, await photosOf(1, 2000));
  await put;
  await expect.poll(() => leftIn(page)).toEqual(['photo-0.jpg']);

  const leaving = await context.newPage();
  await leaving.goto('/privacy');
  await goWithin(leaving, '/terms');
  await goWithin(leaving, '/privacy');
  await leaving.getByRole('button', { name: 'Your Account' }).click();
  await leaving.getByRole('button', { name: 'Delete Account' }).click();
  const deleted = leaving.waitForResponse('**/api/auth/user?*');
  await held(leaving, ['DELETE', '**/api/auth/user?*'], async () => {
    await leaving.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    await leaving.evaluate('history.back()');
    await leaving.getByRole('alertdialog').waitFor({ state: 'detached' });
  });
  await (await deleted).finished();
  await expect.poll(() => leftIn(leaving)).toEqual([]);
  expect(testBed.network.stored).toEqual([]);
});

it('deletes unsent files on a later page if the code for it failed to load', async () => {
  const sending = await testBed.open(context);
  testBed.network.onPut = () => 'stall';
  const put = sending.waitForRequest((request) => request.method() === 'PUT');
  await send(sending, await photosOf(1, 2000));
  await put;
  await expect.poll(() => leftIn(sending)).toEqual(['photo-0.jpg']);
  await sending.close({ runBeforeUnload: false });

  const leaving = await context.newPage();
  await leaving.route('**/upload-engine-*.js', (route) => route.abort());
  await leave(leaving);
  await leaving.close();

  testBed.network.onPut = () => undefined;
  const { guestId: id, token } = await newGuest(testBed.network.system.url, 'Nora');
  const nora = JSON.stringify({ id, token, name: 'Nora', email: null });
  const page = await openEvent(context, { eventId: testBed.eventId, guest: nora });
  await expect.poll(() => leftIn(page)).toEqual([]);
  expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  expect(testBed.network.stored).toEqual([]);
});

/** Deletes the data of this browser's guest. */
async function leave(page: Page): Promise<void> {
  await page.goto('/privacy');
  await page.getByRole('button', { name: 'Your Data as Grace' }).click();
  await page.getByRole('button', { name: 'Delete Guest Data' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Guest Data' }).click();
  await page.getByText('What you left is being removed.').waitFor();
}

/** Names of the files that are stored for a later page. */
const leftIn = async (page: Page): Promise<string[]> => (await storedJobs(page)).map(({ name }) => name);
