import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { TOASTS } from '../fixtures/record-toasts.ts';

/** Expects that exactly this toast has been shown last, in whichever dialog is open, and dismisses it. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const lastShown = () => page.evaluate('window.shownToasts.at(-1)');
  await expect.poll(lastShown, { timeout: 30_000 }).toEqual([[title, text]]);
  await page.evaluate(`{
    window.shownToasts = [];
    for (const toast of document.querySelectorAll('${TOASTS}')) toast.querySelector('button')?.click();
  }`);
}

/** Presses the topmost button with this name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).last().click();
