import type { Clock } from './upload-steps.ts';

/** Browsers run timers of more than 24 days at once, and a server may ask for any Retry-After. */
const LONGEST_MS = 3_600_000;

/** A timer of which there is only one. @returns sets it to a time, which may come early, or cancels it (undefined) */
export function createWakeTimer(clock: Clock, run: () => void): (atMs: number | undefined) => void {
  let cancel: (() => void) | undefined;
  return (atMs) => {
    cancel?.();
    cancel = atMs === undefined ? undefined : clock.after(Math.min(LONGEST_MS, atMs - clock.now()), run);
  };
}
