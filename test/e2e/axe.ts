import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

// Where motion is reduced, all properties change within a transition of an instant, and an inherited colour starts its
// own when that of the element around has ended: one more frame for each level.
const ANIMATIONS_FINISHED = `(async () => {
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  for (;;) {
    await nextFrame();
    await nextFrame();
    const running = document.getAnimations().filter(({ playState }) => playState !== 'finished');
    if (running.length === 0) return;
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
})()`;

/** Waits until all animations have finished, because colours in transition can fail contrast checks. */
export const waitForAnimations = (page: Page): Promise<unknown> => page.evaluate(ANIMATIONS_FINISHED);

/** Axe's violations in the light and the dark theme, each as rule and offending elements. */
export const violationsInBothThemes = async (page: Page): Promise<string[]> => [
  ...(await violationsInLight(page)),
  ...(await violationsIn(page, 'dark')),
];

/** Axe's violations in the light theme only, by all rules. */
export const violationsInLight = (page: Page): Promise<string[]> => violationsIn(page, 'light');

/** The rules whose outcome depends on the theme. The light theme is checked first, by all rules. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function violationsIn(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await waitForAnimations(page);
  // Loading axe takes longer than running it, so a page that has it already gets no other one.
  const hasAxe = await page.evaluate<boolean>('"axe" in window');
  // Legacy mode runs in the page itself; otherwise every run opens another page for cross-origin frames, which we do not
  // have. Collecting passes would take longer than the checks.
  const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: ';' }) }).setLegacyMode().options({
    resultTypes: ['violations'],
    preload: false,
    ...(theme === 'dark' && { runOnly: COLOUR_RULES }),
  });
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}
