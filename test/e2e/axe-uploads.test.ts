import { expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { PHONE } from '../fixtures/browser.ts';
import { violationsInBothThemes } from './axe.ts';
import { photosOf } from './faulty-network.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { send } from './upload-test-bed.ts';

// Running and failed uploads: no axe violations in either theme.

const testBed = newTestBed('Cellar');

/** A file that is refused when it is saved, because it is no picture. */
const broken = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(`Dear ${name}`) });

it('has no violations in the dialog, nor in the progress card after a reload', async () => {
  const { page } = await testBed.newPerson(await newGuest(baseURL), PHONE);
  let requests = 0;
  // Two files are sent at once, the smallest first. The third request is the photo's and gets no response.
  await page.route('**/api/objects/upload/guest', async (route) => {
    requests += 1;
    if (requests <= 2) await route.continue();
  });
  await page.goto(`/event/${await testBed.newEvent()}`);
  await send(page, [broken('a.jpg'), broken('b.jpg'), ...(await photosOf(1, 2000))]);
  const dialog = page.getByRole('dialog', { name: 'Upload Media' });
  await expect.poll(() => dialog.locator('li[data-state="failed"]').count()).toBe(2);
  await dialog.locator('li[data-state="working"]').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await dialog.getByRole('progressbar').isVisible()).toBe(true);

  await page.reload();
  const card = page.getByRole('region', { name: 'Uploads' });
  await card.getByRole('button', { name: 'Retry All' }).waitFor();
  await card.locator('li[data-state="working"]').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await card.getByRole('progressbar').isVisible()).toBe(true);
});
