import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { smallJpeg } from '../fixtures/uploads.ts';
import { DESKTOP, becomeGuest, PHONE, type Person } from '../fixtures/browser.ts';
import { navigateClientSide } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast } from './toast-steps.ts';

// Ways to select files that need the system's picker or windows, and which of them are uploaded.

const testBed = newTestBed('Pier');
const { newEvent } = testBed;
let folder: string;
let phone: Person;
let desktop: Person;
let guest: Person;
let page: Page;
let eventId: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'choosing-'));
  await mkdir(path.join(folder, 'party', 'later'), { recursive: true });
  await Promise.all([
    writeFile(path.join(folder, 'cake.jpg'), await smallJpeg(1)),
    writeFile(path.join(folder, 'party', '.hidden'), 'What systems leave.'),
    writeFile(path.join(folder, 'party', 'later', 'band.jpg'), await smallJpeg(3)),
  ]);
  [phone, desktop] = [await newGuestWith(PHONE), await newGuestWith(DESKTOP)];
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  eventId = await newEvent();
});
async function newGuestWith(viewport: typeof PHONE): Promise<Person> {
  const person = await testBed.newPerson(await newGuest(baseURL), viewport);
  await person.page.clock.install();
  return person;
}

/** Opens the dialog in a new event. */
async function open(person: Person): Promise<void> {
  guest = person;
  ({ page } = guest);
  await openDialog();
}

/** Stops the page's clock, because a lookup may take longer than the page's two-second timeout on a busy machine. */
async function stopClock(): Promise<void> {
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 10000'));
}

async function openDialog(): Promise<void> {
  await page.goto(`/event/${eventId}`);
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  await fileChooser;
}

const dialog = () => page.getByRole('dialog', { name: 'Upload Media' });
const input = () => dialog().locator('input[type=file][multiple]');
const selected = () => dialog().getByRole('list', { name: 'Selected files' }).getByRole('listitem');

const photo = async (seed: number, name = `photo-${seed}.jpg`) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await smallJpeg(seed),
});

async function upload(count: number): Promise<void> {
  await dialog()
    .getByRole('button', { name: `Upload ${count} file(s)` })
    .click();
  await expectUploaded();
}

async function expectUploaded(): Promise<void> {
  await expectToast(page, 'Upload Complete!');
  // The dialog says so for two seconds before it closes.
  await page.clock.fastForward(2000);
  await dialog().waitFor({ state: 'detached' });
}

/** How many photos the event has. */
async function countItems(): Promise<number> {
  return (await testBed.olive.get(`/api/events/${eventId}/media`)).json.length;
}

it('on a phone takes pictures of the camera and files with unusual names, and asks for JPEG and MP4, never for HEIC', async () => {
  await open(phone);
  const types = (await input().getAttribute('accept'))?.split(',') ?? [];
  expect(types).toEqual(expect.arrayContaining(['image/jpeg', 'video/mp4']));
  expect(types.filter((type) => /hei[cf]|\*/.test(type))).toEqual([]);
  for (const [name, accept] of [
    ['Take Photo', 'image/*'],
    ['Record Video', 'video/*'],
  ] as const) {
    const camera = dialog().getByLabel(name);
    expect(await camera.getAttribute('capture')).toBe('environment');
    expect(await camera.getAttribute('accept')).toBe(accept);
    const fileChooser = page.waitForEvent('filechooser');
    await dialog().getByText(name).tap();
    const chooser = await fileChooser;
    expect(chooser.isMultiple()).toBe(false);
    if (name === 'Take Photo') await chooser.setFiles(await photo(4, 'image.jpg'));
  }
  await expect
    .poll(() => selected().allTextContents(), { timeout: 30_000 })
    .toEqual([expect.stringContaining('image.jpg')]);
  const names = [`🎂 кекс שלום‮gpj ${'lang '.repeat(40)}.jpg`, '../../etc/passwd.jpg'];
  await input().setInputFiles(await Promise.all(names.map((name, seed) => photo(seed + 20, name))));
  await expect.poll(() => selected().count(), { timeout: 30_000 }).toBe(3);
  await upload(3);
  expect(guest.consoleErrors).toEqual([]);
});

it('accepts files and folders dropped anywhere on the page', async () => {
  await open(desktop);
  expect(await dialog().getByText('Take Photo').isVisible()).toBe(false);
  const mouse = await page.context().newCDPSession(page);
  const drag = async (names: string[], data: object[] = []) => {
    const files = names.map((name) => path.join(folder, name));
    // Outside the dialog, where the browser would navigate to the file by default.
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const transfer = { items: data as never[], files, dragOperationsMask: 1 };
      await mouse.send('Input.dispatchDragEvent', { type, x: 5, y: 5, data: transfer });
    }
  };
  await drag(['cake.jpg']);
  await expect.poll(() => selected().count(), { timeout: 30_000 }).toBe(1);
  await drag(['party']);
  await expect.poll(() => selected().count(), { timeout: 30_000 }).toBe(2);
  await drag([], [{ mimeType: 'text/plain', data: 'Hello' }]);
  expect(await dialog().getByRole('list', { name: 'Left out' }).count()).toBe(0);
  await upload(2);
});

it('leaves out what was chosen or uploaded before, also if Upload is pressed while that is looked up, until it is deleted, and only in the same event', async () => {
  await open(phone);
  await input().setInputFiles([await photo(6, 'a.jpg'), await photo(6, 'the same.jpg')]);
  await expectToast(page, 'Cannot add the duplicate file', 'the same.jpg');
  await upload(1);

  await openDialog();
  await input().setInputFiles(await photo(7));
  await expect.poll(() => selected().count(), { timeout: 30_000 }).toBe(1);
  // The lookup whether the event still has an uploaded photo.
  const held = Promise.withResolvers<void>();
  const lookup = page.waitForRequest('**/api/media/*');
  await page.route('**/api/media/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await stopClock();
  await input().setInputFiles([await photo(6), await photo(8)]);
  await lookup;
  await dialog().getByRole('button', { name: 'Upload 1 file(s)' }).tap();
  held.resolve();
  await page.getByText('2 of 2 safe').waitFor();
  await page.clock.resume();
  await expectUploaded();
  expect(await countItems()).toBe(3);

  const pier = eventId;
  eventId = await newEvent({ name: 'Jetty' });
  // Without a reload, so that the queue is the same.
  await navigateClientSide(page, `/event/${eventId}`);
  await page.getByText('No photos yet').waitFor();
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  await input().setInputFiles(await photo(7));
  await upload(1);
  expect(await countItems()).toBe(1);

  eventId = pier;
  const { json } = await testBed.olive.get(`/api/events/${eventId}/media`);
  await testBed.olive.delete(`/api/events/${eventId}/media/${json.at(-1)?.id}`);
  await openDialog();
  await stopClock();
  await input().setInputFiles([await photo(6), await photo(7)]);
  await expectToast(page, 'Cannot add the duplicate file', 'photo-7.jpg');
  await page.clock.resume();
  await expect.poll(() => selected().allTextContents()).toEqual([expect.stringContaining('photo-6.jpg')]);

  await page.goto('/privacy');
  await page.getByRole('button', { name: 'Your Data as Grace' }).tap();
  await page.getByRole('button', { name: 'Delete Guest Data' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Guest Data' }).tap();
  await expectToast(page, 'Guest Data Deleted', 'What you left is being removed.');

  await becomeGuest(guest, await newGuest(baseURL, 'Pat'), 'Pat');
  await openDialog();
  await input().setInputFiles(await photo(7));
  await expect.poll(() => selected().count(), { timeout: 30_000 }).toBe(1);
});
