import { expect } from 'vitest';
import { commands, type Locator, userEvent } from 'vitest/browser';
import { TAB_STOPS, type TabStops } from '../fixtures/visible-focus.ts';
import { animationsFinished, inTheDark } from './axe.ts';
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

/**
 * Expects each tab stop to be seen in both themes: of the page, or of the dialog over it.
 * @param least expected number of stops; fewer mean that something was skipped
 */
export async function expectVisibleFocus({ least }: { readonly least: number }): Promise<void> {
  const look = async () => {
    await animationsFinished();
    const { count, unseen } = (await commands.evaluate(TAB_STOPS)) as TabStops;
    expect(unseen).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(least);
  };
  await inTheDark(look);
  await look();
}

/** Expects a dialog to open by Enter, show and trap the focus, close by Escape, and restore the focus. */
export async function expectKeyboard(opener: Locator, dialog: Locator): Promise<void> {
  await openByKeyboard(opener, dialog);
  await expectFit();
  await expectTrap(dialog);
  await expectVisibleFocus({ least: 2 });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
}
