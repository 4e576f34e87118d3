import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { smallJpeg } from '../fixtures/uploads.ts';
import { DESKTOP, PHONE } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast } from './toast-steps.ts';

// Ways to select files that need the system's picker or windows, and which of them are uploaded.

const testBed = newTestBed('Pier');
let folder: string;
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
  eventId = await testBed.newEvent();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const UNUSUAL = `../../🎂 кекс שלום‮gpj ${'lang '.repeat(40)}.jpg`;

/** Opens the dialog on the event's page. */
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

it('on a phone takes a picture of the camera, whatever its name, asks for JPEG and MP4, never for HEIC, and leaves out what it has sent, also after a reload', async () => {
  const guest = await testBed.newPerson(await newGuest(baseURL), PHONE);
  ({ page } = guest);
  await openDialog();
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
    if (name === 'Take Photo') await chooser.setFiles(await photo(4, UNUSUAL));
  }
  await expect
    .poll(() => selected().allTextContents(), { timeout: 30_000 })
    .toEqual([expect.stringContaining('кекс')]);
  await dialog().getByRole('button', { name: 'Upload 1 file(s)' }).click();
  await expectToast(page, 'Upload Complete!');

  await page.clock.install();
  await openDialog();
  // The page gives up a lookup after two seconds, which may be too soon on a busy machine.
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 10000'));
  await input().setInputFiles([await photo(4, 'again.jpg'), await photo(5)]);
  await expectToast(page, 'Cannot add the duplicate file', 'again.jpg');
  await expect.poll(() => selected().allTextContents()).toEqual([expect.stringContaining('photo-5.jpg')]);
  expect(guest.consoleErrors).toEqual([]);
});

it('accepts files and folders dropped anywhere on the page', async () => {
  ({ page } = await testBed.newPerson(await newGuest(baseURL), DESKTOP));
  await openDialog();
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
  expect(await selected().count()).toBe(2);
  await dialog().getByRole('button', { name: 'Upload 2 file(s)' }).click();
  await expectToast(page, 'Upload Complete!');
});
