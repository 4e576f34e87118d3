import { afterEach, expect, it } from 'vitest';
import { violationsInBothThemes } from './axe.ts';
import { photosOf } from './faulty-network.ts';
import { PHONE } from '../fixtures/browser.ts';
import { newUploadTestBed, send } from './upload-test-bed.ts';

// Running and failed uploads: no axe violations in either theme.

const testBed = newUploadTestBed();

afterEach(() => Promise.all(testBed.browser.contexts().map((context) => context.close())));

/** A file that is refused when it is saved, because it is no picture. */
const broken = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(`Dear ${name}`) });

it('has no violations in the dialog, nor in the progress card after a reload', async () => {
  let requests = 0;
  // Two files are sent at once, the smallest first. The third request is the photo's and gets no response.
  testBed.network.onCall = ({ path }) => {
    if (path !== '/api/objects/upload/guest') return undefined;
    requests += 1;
    return requests > 2 ? 'hold' : undefined;
  };
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const context = await testBed.browser.newContext({ baseURL: testBed.network.system.url, ...phone });
  const page = await testBed.open(context);
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
