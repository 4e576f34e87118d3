import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForAnimations } from './axe.ts';

// Elements that overflow the window, unless an ancestor scrolls or clips them.
const TOO_WIDE = `[...document.querySelectorAll('body *')].filter((element) => {
  const { left, right, width } = element.getBoundingClientRect();
  if (width <= 1 || (left >= -0.5 && right <= innerWidth + 0.5)) return false;
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== 'visible' && around !== document.body && around !== document.documentElement)
      return false;
  }
  return true;
}).map((element) => element.outerHTML.slice(0, 120))`;

/** The text spacing that pages must support (WCAG 2.2, 1.4.12). */
const FAR_APART = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'
    + 'p { margin-bottom: 2em !important }');
  document.adoptedStyleSheets = [sheet];
}`;

// Text that is clipped by an ancestor, except ellipses, line clamps and visually hidden text.
const CUT_OFF = `(() => {
  const cut = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width === 0 || !words.currentNode.data.trim()) continue;
    for (let around = words.currentNode.parentElement; around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      if (box.width <= 1 || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break;
      const isNarrow = overflowX === 'hidden' && (left < box.left - 1 || right > box.right + 1);
      const isLow = overflowY === 'hidden' && (top < box.top - 1 || bottom > box.bottom + 1);
      if (isNarrow || isLow) cut.push(words.currentNode.data);
    }
  }
  return cut;
})()`;

/** Expects no horizontal overflow, and room for wider text spacing. */
export async function expectFit(page: Page): Promise<void> {
  // What still slides in lies outside of the window.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForAnimations(page);
  await expectWidth(page);
  await page.evaluate(FAR_APART);
  await expectWidth(page);
  expect(await page.evaluate(CUT_OFF)).toEqual([]);
  await page.evaluate('{ document.adoptedStyleSheets = [] }');
}

/** Expects no horizontal overflow. */
export async function expectWidth(page: Page): Promise<void> {
  expect(await page.evaluate(TOO_WIDE)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width);
}
