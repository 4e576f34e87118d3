import { expect } from 'vitest';
import { toastStore } from '../../web/src/ui/toast-store.ts';

const shownToasts = () =>
  [...document.querySelectorAll(':is(output, [role="alert"]) > [data-tone]')].map((element) => [
    element.querySelector('strong')?.textContent,
    element.querySelector('p')?.textContent,
  ]);

/** Expects exactly this toast, in whichever dialog is open, and dismisses it. */
export async function expectToast(title: string, text?: string): Promise<void> {
  await expect.poll(shownToasts).toEqual([[title, text]]);
  toastStore.dismiss();
  await expectNoToast();
}

/** Expects that no toast is shown. */
export const expectNoToast = () => expect.poll(shownToasts).toEqual([]);
