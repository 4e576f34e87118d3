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

/** Expects no horizontal overflow, and room for wider text spacing. */
export async function expectFit(): Promise<void> {
  // What still slides in lies outside of the window.
  await animationsFinished();
  await expectWidth();
  await commands.evaluate(FAR_APART);
  await expectWidth();
  expect(await commands.evaluate(CUT_OFF)).toEqual([]);
  await commands.evaluate(CLOSE_AGAIN);
}

/** Expects no horizontal overflow. */
export async function expectWidth(): Promise<void> {
  expect(await commands.evaluate(TOO_WIDE)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
}
