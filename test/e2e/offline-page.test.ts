import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from './browser.ts';
import { expectFit } from './expect-fit.ts';
import { newTestBed } from './test-bed.ts';

// The page that the service worker shows without a network: whoever may read the site may read this, too.

const testBed = newTestBed('Island');
const NARROW = { width: 320, height: 640 };

/** Some page of the site without a network, once the worker that answers for it is there. */
async function openOffline(viewport: typeof NARROW, kept?: string): Promise<Page> {
  const page = await testBed.open('/privacy', undefined, viewport);
  await page.evaluate('navigator.serviceWorker.ready');
  if (kept) await page.evaluate(`localStorage.setItem('uploads_left', '${kept}')`);
  await page.context().setOffline(true);
  await page.goto('/terms');
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  return page;
}

describe.each([NARROW, DESKTOP])('the page without a network, $width px wide', (viewport) => {
  it('fits, and axe finds nothing in it, in either theme', async () => {
    const page = await openOffline(viewport);
    await expectFit(page);
    expect(await page.getByText('Photos you were uploading').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Try Again' }).isVisible()).toBe(true);
  });

  it('says that photos are kept where some are, and fits all the same', async () => {
    const page = await openOffline(viewport, '1');
    expect(await page.getByText('Photos you were uploading').isVisible()).toBe(true);
    await expectFit(page);
  });
});
