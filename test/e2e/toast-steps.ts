import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** This toast and no other is shown, whichever dialog is open; then it is put away. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toasts = page.locator(':is(output, [role="alert"]) > [data-tone]');
  const shown = () =>
    toasts.evaluateAll((all) =>
      all.map((one) => [one.querySelector('strong')?.textContent, one.querySelector('p')?.textContent]),
    );
  await expect.poll(shown, { timeout: 30_000 }).toEqual([[title, text]]);
  await toasts.evaluateAll((all) => all.forEach((one) => one.querySelector('button')?.click()));
}

/** Cuts the network for one kind of call while something is done. */
export async function without(
  page: Page,
  [method, url]: [string, string],
  act: () => Promise<void>,
): Promise<void> {
  const cut = (route: Route) => (route.request().method() === method ? route.abort() : route.fallback());
  await page.route(url, cut);
  await act();
  await page.unroute(url, cut);
}

/** Presses the button on top of all of that name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).last().click();
