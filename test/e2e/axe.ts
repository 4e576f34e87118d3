import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

// Colours on their way from one theme to the other have contrasts that nobody sees.
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`;

/** What axe finds on a page, in the light and in the dark theme: rule, and the elements that break it. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(SETTLED);
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    }
  }
  return found;
}
