import { expect } from 'vitest';
import { commands } from 'vitest/browser';
import { CLOSE_AGAIN, CUT_OFF, FAR_APART, TOO_WIDE } from '../fixtures/fit.ts';
import { animationsFinished } from './axe.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Defined in vitest.config.ts. */
    evaluate: (script: string) => Promise<unknown>;
  }
}

const WIDTH = '{ tooWide: ' + TOO_WIDE + ', beyond: document.documentElement.scrollWidth - innerWidth }';
const FITS = { tooWide: [], beyond: 0 };

/** Expects no horizontal overflow, and room for wider text spacing. */
export async function expectFit(): Promise<void> {
  // What still slides in lies outside of the window.
  await animationsFinished();
  // In one go: each call into the browser takes longer than what it measures.
  const found = await commands.evaluate(`(async () => {
    const asItIs = ${WIDTH};
    await ${FAR_APART};
    const farApart = ${WIDTH};
    const cutOff = ${CUT_OFF};
    ${CLOSE_AGAIN}
    return { asItIs, farApart, cutOff };
  })()`);
  expect(found).toEqual({ asItIs: FITS, farApart: FITS, cutOff: [] });
}

/** Expects no horizontal overflow. */
export async function expectWidth(): Promise<void> {
  expect(await commands.evaluate(`(${WIDTH})`)).toEqual(FITS);
}
