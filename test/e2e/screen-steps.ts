import type { Page, Route } from 'playwright-core';
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

/** Holds matching calls back while `action` runs. */
export async function whileHeld(
  page: Page,
  [method, url]: [string, string],
  action: () => Promise<void>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const continued: Promise<void>[] = [];
  const hold = (route: Route) => {
    const isMatch = route.request().method() === method;
    continued.push((isMatch ? promise : Promise.resolve()).then(() => route.continue()));
  };
  await page.route(url, hold);
  await action();
  resolve();
  await Promise.all(continued);
  await page.unroute(url, hold);
}
