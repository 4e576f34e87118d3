import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { newTestBed } from './test-bed.ts';

// The files themselves, from the bucket: read by script to zoom into one and to save it with the device's photos, and
// downloaded all at once.

/** The one knows when it was taken. */
const ARCHIVED = ['2026-06-30 15.00.00.jpg', 'Lake house 001.jpg'];
const testBed = newTestBed('Lake house');
let visitor: Person;
let address: string;
const files: string[] = [];

beforeAll(async () => {
  const eventId = await testBed.newEvent();
  const background = { r: 90, g: 140, b: 60 };
  const bytes = await sharp({ create: { width: 3000, height: 2000, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Acme' }, IFD2: { DateTimeOriginal: '2026:06:30 15:00:00' } })
    .toBuffer();
  const large = await upload(testBed.olive, eventId, { name: 'IMG_1.jpg', type: 'image/jpeg', bytes });
  const small = await upload(testBed.olive, eventId, await jpegFile(1));
  for (const { id } of [large, small]) await waitUntilProcessed(testBed.olive, eventId, id);
  address = `/event/${eventId}?media=${large.id}`;
  visitor = await testBed.newPerson(undefined, PHONE);
  const { page } = visitor;
  await page.addInitScript(`
    navigator.canShare = () => true;
    navigator.share = async ({ files: [file] }) => {
      const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
      window.shared = { name: file.name, type: file.type, size: file.size, hasMaker: text.includes('Acme') };
    };
  `);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/download') || pathname.includes('/copies/')) files.push(pathname);
  });
});

it('of one photo is not fetched until the zoom needs it, and is then drawn where the rendition was', async () => {
  const { page } = visitor;
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByText('2 of 2').waitFor();
  expect(files).toEqual([]);
  await page.getByRole('button', { name: 'Zoom In' }).tap();
  await page.getByText('100 %').waitFor();
  const full = page.locator('img[data-decoded]');
  await full.waitFor();
  expect(await full.evaluate((img) => 'naturalWidth' in img && img.naturalWidth)).toBe(3000);
  expect(await full.boundingBox()).toEqual(await page.locator('dialog img:not([aria-hidden])').boundingBox());
  // The answer of the call leads to the bucket.
  expect(files).toEqual([expect.stringMatching(/\/download$/), expect.stringContaining('/copies/')]);
});

it('of one photo is handed to the share sheet as a clean copy with its name', async () => {
  const { page, consoleErrors } = visitor;
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect
    .poll(() => page.evaluate('window.shared'))
    .toMatchObject({
      name: '2026-06-30 15.00.00.jpg',
      type: 'image/jpeg',
      hasMaker: false,
    });
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(consoleErrors).toEqual([]);
});

it('of all photos are told by their size, downloaded, and downloaded again from the same archive', async () => {
  const { page, consoleErrors } = visitor;
  await page.getByRole('button', { name: 'Download All' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download All' });
  const fullSize = dialog.getByRole('button', { name: /^Full size 2 photos, [\d.]+ KB$/ });
  await fullSize.waitFor();
  const told = /[\d.]+ KB/.exec((await fullSize.textContent()) ?? '')?.[0];
  const download = page.waitForEvent('download');
  await fullSize.click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Lake house.zip');
  const archived = await readZip(await readFile(await saved.path()));
  expect(archived.map(({ name }) => name).toSorted()).toEqual(ARCHIVED);

  await dialog.getByText('Your download has started.').waitFor();
  expect(await dialog.textContent()).toContain(`2 files, ${told}`);
  const secondDownload = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download again' }).click();
  expect(await readFile(await (await secondDownload).path())).toEqual(await readFile(await saved.path()));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(consoleErrors).toEqual([]);
});

it('of all photos are downloaded small, for chats', async () => {
  const { page, consoleErrors } = visitor;
  await page.getByRole('button', { name: 'Download All' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^For chats \(2,000 px JPEG\) 2 photos, about [\d.]+ KB$/ }).click();
  const archived = await readZip(await readFile(await (await download).path()));
  expect(archived.map(({ name }) => name).toSorted()).toEqual(ARCHIVED);
  for (const { bytes } of archived) expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  await page.getByText('Your download has started.').waitFor();
  expect(consoleErrors).toEqual([]);
});
