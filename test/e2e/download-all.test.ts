import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readZip } from '../fixtures/read-zip.ts';
import { violationsInBothThemes } from './axe.ts';
import { PHONE } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

const testBed = newTestBed('Lake house');

it('lets a guest download the whole gallery with one press, and again from the same archive', async () => {
  const eventId = await testBed.newEvent();
  await testBed.add(eventId, [1, 2]);
  const { page, consoleErrors } = await testBed.newPerson(undefined, PHONE);
  await page.goto(`/event/${eventId}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Lake house.zip');
  const files = await readZip(await readFile(await saved.path()));
  expect(new Set(files.map(({ name }) => name))).toEqual(
    new Set(['Lake house 001.jpg', 'Lake house 002.jpg']),
  );

  const dialog = page.getByRole('dialog', { name: 'Download All' });
  await dialog.getByText('Your download has started.').waitFor();
  expect(await dialog.textContent()).toMatch(/2 files, [\d.]+ KB/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  const secondDownload = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download again' }).click();
  expect(await readFile(await (await secondDownload).path())).toEqual(await readFile(await saved.path()));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(consoleErrors).toEqual([]);
});
