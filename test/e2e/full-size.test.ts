import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { newTestBed } from './test-bed.ts';

// The file itself, read by script from the bucket: to zoom into it, and to save it with the device's photos.

const testBed = newTestBed('Meadow');
let visitor: Person;
let page: Page;
let address: string;
const files: string[] = [];

beforeAll(async () => {
  const eventId = await testBed.newEvent();
  const background = { r: 90, g: 140, b: 60 };
  const bytes = await sharp({ create: { width: 3000, height: 2000, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Acme' }, IFD2: { DateTimeOriginal: '2026:06:30 15:00:00' } })
    .toBuffer();
  const { id } = await upload(testBed.olive, eventId, { name: 'IMG_1.jpg', type: 'image/jpeg', bytes });
  await waitUntilProcessed(testBed.olive, eventId, id);
  address = `/event/${eventId}?media=${id}`;
  visitor = await testBed.newPerson(undefined, PHONE);
  ({ page } = visitor);
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

it('is not fetched until the zoom needs it, and is then drawn where the rendition was', async () => {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByText('1 of 1').waitFor();
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

it('is handed to the share sheet as a clean copy with its name', async () => {
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect
    .poll(() => page.evaluate('window.shared'))
    .toMatchObject({
      name: '2026-06-30 15.00.00.jpg',
      type: 'image/jpeg',
      hasMaker: false,
    });
  expect(visitor.consoleErrors).toEqual([]);
});
