import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { credentials, newGuest } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// A host looks at the event's numbers, and takes a picture of them along.

const testBed = newTestBed('Anna & Jonas');
let page: Page;

beforeAll(async () => {
  const eventId = await testBed.newEvent({ date: '2026-06-30' });
  const grace = await newGuest(baseURL, 'Grace');
  await testBed.add(eventId, [1], grace);
  await grace.post(`/api/events/${eventId}/archive`, credentials(grace));
  page = await testBed.open(`/event/${eventId}`, testBed.olive);
});

it('the numbers are one press away, and are saved as a picture of the photos', async () => {
  await page.getByRole('link', { name: 'Numbers' }).first().click();
  await page.getByRole('heading', { name: 'Numbers', level: 1 }).waitFor();
  const totals = page.getByRole('list', { name: 'Totals' });
  await totals.waitFor();
  expect((await totals.innerText()).replaceAll(/\s+/g, ' ')).toBe('1 photo 1 contributor 1 guest');
  await page.getByText('1 person downloaded all').waitFor();
  await page.getByRole('img', { name: /^Anna & Jonas: 1 photo\b/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('anna-jonas.png');
  const file = await readFile(await download.path());
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1080, 1350]);
  // Paper at the bottom, a photo at the top.
  const pixel = (x: number, y: number) => [...data.subarray((y * 1080 + x) * 3, (y * 1080 + x) * 3 + 3)];
  expect(pixel(20, 1340)).toEqual([0xfa, 0xf6, 0xf0]);
  expect(pixel(300, 300)).not.toEqual([0xfa, 0xf6, 0xf0]);
});
