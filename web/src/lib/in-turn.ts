import { yieldToMain } from './yield-to-main.ts';

let last = Promise.resolve();

/** Runs what is not urgent in a task of its own, after all that was given before. It must not throw. */
export const inTurn = (run: () => void): void => {
  last = last.then(yieldToMain).then(run);
};
