import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { signIn } from '../fixtures/people.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { jpegFile, processed, upload } from '../fixtures/uploads.ts';
import { violationsInBothThemes } from './axe.ts';
import { launch, newPerson, PHONE } from './browser.ts';

const baseURL = inject('siteUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

it('a guest downloads all of a gallery with one press, and finds it prepared the next time', async () => {
  const owner = await signIn(baseURL, 'Olive');
  const { json: event } = await owner.post('/api/events', { name: 'Lake house', privacy: 'public' });
  for (const seed of [1, 2]) {
    const { id } = await upload(owner, event.id, await jpegFile(seed));
    await processed(owner, event.id, id);
  }
  const { page, complaints } = await newPerson(browser, { viewport: PHONE, baseURL });
  await page.goto(`/event/${event.id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Lake house.zip');
  const files = await readZip(await readFile(await saved.path()));
  expect(files.map(({ name }) => name)).toEqual(['Unknown date 001.webp', 'Unknown date 002.webp']);

  const dialog = page.getByRole('dialog', { name: 'Download All' });
  await dialog.getByText('Your download has started.').waitFor();
  expect(await dialog.textContent()).toMatch(/2 files, [\d.]+ KB/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  const again = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download again' }).click();
  expect(await readFile(await (await again).path())).toEqual(await readFile(await saved.path()));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
