import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Navigates client-side. Repeats the event, because the app may not be listening yet. */
export async function navigateClientSide(page: Page, path: string): Promise<void> {
  await page.locator('main h1').first().waitFor();
  const heading = "document.querySelector('main h1')?.textContent";
  const from = await page.evaluate<string | undefined>(heading);
  await page.evaluate(`history.pushState(null, '', '${path}')`);
  const navigate = `dispatchEvent(new PopStateEvent('popstate')), ${heading}`;
  await expect.poll(() => page.evaluate<string | undefined>(navigate)).not.toBe(from);
}
