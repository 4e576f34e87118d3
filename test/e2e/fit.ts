import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsInBothThemes, violationsInLight } from './axe.ts';

// What sticks out, unless something around it scrolls or cuts it off.
const TOO_WIDE = `[...document.querySelectorAll('body *')].filter((element) => {
  const { left, right, width } = element.getBoundingClientRect();
  if (width <= 1 || (left >= -0.5 && right <= innerWidth + 0.5)) return false;
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== 'visible' && around !== document.body && around !== document.documentElement)
      return false;
  }
  return true;
}).map((element) => element.outerHTML.slice(0, 120))`;

/** Nothing of a page is wider than its window, and axe finds nothing in either theme. */
export async function expectFit(page: Page): Promise<void> {
  expect(await violationsInBothThemes(page)).toEqual([]);
  await expectWidth(page);
}

/** The same of another window of a page whose dark theme was looked at: its colours are the same. */
export async function expectFitAgain(page: Page): Promise<void> {
  expect(await violationsInLight(page)).toEqual([]);
  await expectWidth(page);
}

async function expectWidth(page: Page): Promise<void> {
  expect(await page.evaluate(TOO_WIDE)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width);
}
