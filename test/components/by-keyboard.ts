import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { expectFit } from './expect-fit.ts';

/** Expects Tab and Shift+Tab to stay in the top dialog. */
export async function expectTrap(dialog: Locator): Promise<void> {
  const isInside = () => dialog.element().matches(':focus-within');
  const stops = dialog.element().querySelectorAll('a[href], button, input, select, textarea').length;
  for (let step = 0; step <= stops; step += 1) {
    await userEvent.tab();
    expect(isInside()).toBe(true);
  }
  for (let step = 0; step < 2; step += 1) {
    await userEvent.tab({ shift: true });
    expect(isInside()).toBe(true);
  }
}

export async function pressEnterOn(opener: Locator): Promise<void> {
  await expect.element(opener).toBeVisible();
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

export async function openByKeyboard(opener: Locator, dialog: Locator): Promise<void> {
  await pressEnterOn(opener);
  await expect.element(dialog).toBeVisible();
}

/** Expects a dialog to open by Enter, trap the focus, close by Escape, and restore the focus. */
export async function expectKeyboard(opener: Locator, dialog: Locator): Promise<void> {
  await openByKeyboard(opener, dialog);
  await expectFit();
  await expectTrap(dialog);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
}
