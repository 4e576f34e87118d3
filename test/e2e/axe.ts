import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`;

/** Once no colour is on its way to another: between them are contrasts that nobody sees. */
export const settled = (page: Page): Promise<unknown> => page.evaluate(SETTLED);

/** What axe finds on a page, in the light and in the dark theme: rule, and the elements that break it. */
export const violationsInBothThemes = async (page: Page): Promise<string[]> => [
  ...(await violationsInLight(page)),
  ...(await violationsIn(page, 'dark')),
];

/** The same in the light theme alone. */
export const violationsInLight = (page: Page): Promise<string[]> => violationsIn(page, 'light');

async function violationsIn(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await settled(page);
  // Legacy: in the page itself. Else each look opens a page of its own for frames of other sites, of which we have none.
  // What passes is of no interest, and collecting it takes longer than looking.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}
