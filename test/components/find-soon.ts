import { vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';

// Vitest looks for an element that is not there yet ever more rarely, in the end twice a second. What components show
// comes with a change of the document, after which it is looked for here.

/** A commit of React, with its effects, is one change. */
const PAUSE_MS = 10;
/** What styles alone hide and show changes nothing in the document. */
const INTERVAL_MS = 100;
const FOLLOWED_MS = 1000;

// The browser's own: tests have clocks of theirs.
const { setTimeout, setInterval } = window;

/** Resolves once this holds, or after a second. */
function heldSoon(isHeld: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let pause: number | undefined;
    const look = () => {
      pause = undefined;
      if (isHeld()) end();
    };
    const observer = new MutationObserver(() => {
      pause ??= setTimeout(look, PAUSE_MS);
    });
    const interval = setInterval(look, INTERVAL_MS);
    const limit = setTimeout(() => end(), FOLLOWED_MS);
    const end = () => {
      observer.disconnect();
      clearInterval(interval);
      clearTimeout(limit);
      resolve();
    };
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  });
}

const locators = Object.getPrototypeOf(page.getByRole('main')) as Locator;
const { findElement } = locators;

locators.findElement = async function findSoon(this: Locator, options) {
  const isThere = () => this.elements().length > 0;
  // While it looks, Vitest moves a clock of a test on.
  if (!vi.isFakeTimers() && !isThere()) await heldSoon(isThere);
  return findElement.call(this, options);
};
