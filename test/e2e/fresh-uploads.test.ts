import sharp from 'sharp';
import { expect, it } from 'vitest';
import { newTestBed } from './test-bed.ts';
import { press } from './toast-steps.ts';

// What a phone keeps and shows of what it has just uploaded.

const testBed = newTestBed('Meadow');

it('keeps files for good while they are sent, and shows small copies of them', async () => {
  const eventId = await testBed.newEvent();
  const { page } = await testBed.newPerson(testBed.olive);
  await page.addInitScript(`{
    globalThis.asked = 0;
    navigator.storage.persist = async () => { globalThis.asked += 1; return true; };
  }`);
  await page.goto(`/event/${eventId}`);
  await press(page, 'Add Media');
  const create = { width: 1200, height: 800, channels: 3, background: 'teal' } as const;
  const files = [1, 2].map(async (size) => {
    const picture = sharp({ create: { ...create, width: create.width + size } });
    return { name: `${size}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
  });
  expect(await page.evaluate('asked')).toBe(0);
  await page
    .locator('dialog input[type=file]')
    .first()
    .setInputFiles(await Promise.all(files));
  await press(page, 'Upload 2 file(s)');
  const previews = page.locator('main img[src^="blob:"]');
  const widths = () =>
    previews.evaluateAll((all) => all.map((img) => 'naturalWidth' in img && img.naturalWidth));
  await expect.poll(widths).toEqual([1024, 1024]);
  expect(await page.evaluate('asked')).toBe(1);
});
