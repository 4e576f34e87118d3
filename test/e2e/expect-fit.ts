import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CLOSE_AGAIN, CUT_OFF, FAR_APART, TOO_WIDE } from '../fixtures/fit.ts';
import { waitForAnimations } from './axe.ts';

/** Expects no horizontal overflow, and room for wider text spacing. */
export async function expectFit(page: Page): Promise<void> {
  // What still slides in lies outside of the window.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForAnimations(page);
  await expectWidth(page);
  await page.evaluate(FAR_APART);
  await expectWidth(page);
  expect(await page.evaluate(CUT_OFF)).toEqual([]);
  await page.evaluate(CLOSE_AGAIN);
}

/** Expects no horizontal overflow. */
export async function expectWidth(page: Page): Promise<void> {
  expect(await page.evaluate(TOO_WIDE)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width);
}
