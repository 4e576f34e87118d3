import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations } from './axe.ts';
import { expectFit, expectWidth } from './expect-fit.ts';

const WIDE = [2560, 1300] as const;

export type Room = {
  /** Text that is visible once the screen is complete. */
  see: string | RegExp;
  /** Axe has not looked at this page elsewhere in this state. */
  isNewToAxe?: true | undefined;
};

/** Expects no horizontal overflow in the narrow window that there is, nor in a very wide one. */
export async function expectRoom({ see, isNewToAxe }: Room): Promise<void> {
  const isSeen = () =>
    page
      .getByText(see)
      .elements()
      .some((element) => element.checkVisibility());
  await expect.poll(isSeen).toBe(true);
  if (isNewToAxe) await expectNoViolations('all');
  await expectFit();
  await page.viewport(...WIDE);
  await expect.poll(isSeen).toBe(true);
  if (isNewToAxe) await expectNoViolations('all');
  await expectWidth();
}
