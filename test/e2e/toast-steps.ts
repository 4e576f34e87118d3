import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** Expects exactly this toast, in whichever dialog is open, and dismisses it. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toasts = page.locator(':is(output, [role="alert"]) > [data-tone]');
  const toastTexts = () =>
    toasts.evaluateAll((all) =>
      all.map((element) => [
        element.querySelector('strong')?.textContent,
        element.querySelector('p')?.textContent,
      ]),
    );
  await expect.poll(toastTexts, { timeout: 30_000 }).toEqual([[title, text]]);
  await toasts.evaluateAll((all) => all.forEach((element) => element.querySelector('button')?.click()));
}

/** Fails matching calls while `action` runs. */
export async function whileFailing(
  page: Page,
  [method, url]: [string, string],
  action: () => Promise<void>,
): Promise<void> {
  const fail = (route: Route) => (route.request().method() === method ? route.abort() : route.fallback());
  await page.route(url, fail);
  await action();
  await page.unroute(url, fail);
}

/** Presses the topmost button with this name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).last().click();
