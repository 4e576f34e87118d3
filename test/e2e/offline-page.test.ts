import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../fixtures/browser.ts';
import { expectFit } from './expect-fit.ts';
import { newTestBed } from './test-bed.ts';

// The offline page of the service worker is as accessible as the rest of the site.

const testBed = newTestBed('Island');
const NARROW = { width: 320, height: 640 };

/** Opens a page without a network, once the service worker is ready. */
async function openOffline(viewport: typeof NARROW, flag?: string): Promise<Page> {
  const page = await testBed.open('/privacy', undefined, viewport);
  await page.evaluate('navigator.serviceWorker.ready');
  if (flag) await page.evaluate(`localStorage.setItem('uploads_left', '${flag}')`);
  await page.context().setOffline(true);
  await page.goto('/terms');
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  return page;
}

describe.each([NARROW, DESKTOP])('the offline page at $width px', (viewport) => {
  it('fits and has no axe violations in either theme', async () => {
    const page = await openOffline(viewport);
    await expectFit(page);
    expect(await page.getByText('Photos you were uploading').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Try Again' }).isVisible()).toBe(true);
  });

  it('says that unsent photos are kept, and still fits', async () => {
    const page = await openOffline(viewport, '1');
    expect(await page.getByText('Photos you were uploading').isVisible()).toBe(true);
    await expectFit(page);
  });
});
