import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { readZip } from '../fixtures/read-zip.ts';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

const testBed = newTestBed('Lake house');
/** In the gallery. */
let guest: Person;

beforeAll(async () => {
  const eventId = await testBed.newEvent();
  await testBed.add(eventId, [1, 2]);
  guest = await testBed.newPerson(undefined, PHONE);
  await guest.page.goto(`/event/${eventId}`);
});

it('tells a guest how large the gallery is, downloads it, and again from the same archive', async () => {
  const { page, consoleErrors } = guest;
  await page.getByRole('button', { name: 'Download All' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download All' });
  const fullSize = dialog.getByRole('button', { name: /^Full size 2 photos, [\d.]+ KB$/ });
  await fullSize.waitFor();
  const told = /[\d.]+ KB/.exec((await fullSize.textContent()) ?? '')?.[0];
  const download = page.waitForEvent('download');
  await fullSize.click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Lake house.zip');
  const files = await readZip(await readFile(await saved.path()));
  expect(new Set(files.map(({ name }) => name))).toEqual(
    new Set(['Lake house 001.jpg', 'Lake house 002.jpg']),
  );

  await dialog.getByText('Your download has started.').waitFor();
  expect(await dialog.textContent()).toContain(`2 files, ${told}`);
  const secondDownload = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download again' }).click();
  expect(await readFile(await (await secondDownload).path())).toEqual(await readFile(await saved.path()));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(consoleErrors).toEqual([]);
});

it('lets a guest download small photos for chats', async () => {
  const { page, consoleErrors } = guest;
  await page.getByRole('button', { name: 'Download All' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^For chats \(2,000 px JPEG\) 2 photos, about [\d.]+ KB$/ }).click();
  const files = await readZip(await readFile(await (await download).path()));
  expect(files.map(({ name }) => name).toSorted()).toEqual(['Lake house 001.jpg', 'Lake house 002.jpg']);
  for (const { bytes } of files) expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  await page.getByText('Your download has started.').waitFor();
  expect(consoleErrors).toEqual([]);
});
