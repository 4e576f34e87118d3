import { expect, it } from 'vitest';
import { DESKTOP } from '../fixtures/browser.ts';
import { violationsInBothThemes, violationsInLight } from './axe.ts';
import { expectFit, expectWidth } from './expect-fit.ts';
import { newTestBed } from './test-bed.ts';

// The offline page of the service worker is as accessible as the rest of the site.

const testBed = newTestBed('Island');
const NARROW = { width: 320, height: 640 };

it('says when unsent photos are kept, fits a narrow and a wide window then and has no axe violations, and reloads when the network is back', async () => {
  const page = await testBed.open('/privacy', undefined, NARROW);
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await page.goto('/terms');
  const heading = page.getByRole('heading', { level: 1, name: 'You are offline' });
  const kept = page.getByText('Photos you were uploading');
  await heading.waitFor();
  expect(await kept.isVisible()).toBe(false);
  await page.evaluate(`localStorage.setItem('uploads_left', '1')`);
  await page.goto('/terms');
  await heading.waitFor();
  expect(await kept.isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Try Again' }).isVisible()).toBe(true);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await expectFit(page);
  await page.setViewportSize(DESKTOP);
  expect(await violationsInLight(page)).toEqual([]);
  await expectWidth(page);
  const colour = await page.evaluate('getComputedStyle(document.body).backgroundColor');
  expect(colour).toBe('rgb(250, 246, 240)');
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  const cached: string[] = await page.evaluate(
    `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((lists) => lists.flat().map(({ url }) => new URL(url).pathname))`,
  );
  expect(cached.map((path) => path.replace(/-[\w-]{8}\./, '.')).toSorted()).toEqual([
    '/assets/offline.css',
    '/assets/offline.js',
    '/offline.html',
  ]);
});
