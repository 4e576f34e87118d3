import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

// Colours on their way from one theme to the other have contrasts that nobody sees.
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`;

/** What axe finds on a page, in the light and in the dark theme: rule, and the elements that break it. */
export const violationsInBothThemes = async (page: Page): Promise<string[]> => [
  ...(await violationsInLight(page)),
  // A theme changes colours and nothing else: all else is looked at once.
  ...(await violationsIn(page, 'dark', ['color-contrast', 'link-in-text-block'])),
];

/** The same in the light theme alone. */
export const violationsInLight = (page: Page): Promise<string[]> => violationsIn(page, 'light');

async function violationsIn(page: Page, theme: 'light' | 'dark', rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate(SETTLED);
  // Legacy: in the page itself. Else each look opens a page of its own for frames of other sites, of which we have none.
  // What passes is of no interest, and collecting it takes longer than looking.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(
    ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}
