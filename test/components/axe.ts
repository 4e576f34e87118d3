import axe from 'axe-core';
import { expect } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Defined in vitest.config.ts. */
    setTheme: (theme: 'light' | 'dark') => Promise<void>;
  }
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects that axe finds nothing in what is shown, in the light and the dark theme.
 * @param rules those of WCAG; for whole pages all, among them those of structure and landmarks
 */
export async function expectNoViolations(rules: 'wcag' | 'all' = 'wcag'): Promise<void> {
  const light = await violationsIn('light', rules === 'wcag' ? { runOnly: WCAG } : {});
  const dark = await inTheDark(() =>
    violationsIn('dark', { runOnly: ['color-contrast', 'link-in-text-block'] }),
  );
  expect([...light, ...dark]).toEqual([]);
}

/** Looks at what is shown in the dark theme. All tests that follow begin in the light one. */
export async function inTheDark<Seen>(look: () => Promise<Seen>): Promise<Seen> {
  await commands.setTheme('dark');
  try {
    return await look();
  } finally {
    await commands.setTheme('light');
  }
}

async function violationsIn(theme: 'light' | 'dark', options: axe.RunOptions): Promise<string[]> {
  await animationsFinished();
  const { violations } = await axe.run(document.body, {
    // Collecting passes would take longer than the checks.
    resultTypes: ['violations'],
    preload: false,
    ...options,
  });
  return violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Colours in transition can fail contrast checks. An inherited colour starts its own once that of the element around has ended. */
export async function animationsFinished(): Promise<void> {
  await nextFrame();
  await nextFrame();
  // Spinners never end.
  const running = document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity,
    );
  if (running.length === 0) return;
  await Promise.allSettled(running.map(({ finished }) => finished));
  await animationsFinished();
}
