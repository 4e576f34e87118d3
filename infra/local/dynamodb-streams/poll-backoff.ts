import type { Timers } from '../timers/timers.ts';

/** Shortest time between two polls that find nothing, however often `poke` is called. */
const GAP_MILLISECONDS = 25;
const ACTIVE_MILLISECONDS = 100;
const IDLE_MILLISECONDS = 1_000;
/** Empty polls before the pauses grow: about two seconds. */
const ACTIVE_POLLS = 20;
const GROWTH = 1.5;

export type PollBackoff = {
  /** Waits for the next poll, after one that found nothing. */
  wait(): Promise<void>;
  /** The last poll found something: short pauses follow. */
  found(): void;
  /** Something has probably happened: the next poll is due. */
  poke(): void;
  /** Ends the current wait and all later ones at once. */
  close(): void;
};

/** When to poll next: at once when poked, every 100 ms while things happen, else every second. */
export function createPollBackoff(timers: Timers): PollBackoff {
  let empties = 0;
  let poked = false;
  let closed = false;
  let wake: (() => void) | undefined;

  async function rest(milliseconds: number, until: () => boolean): Promise<void> {
    if (until()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(milliseconds, resolve);
    wake = () => until() && resolve();
    await promise;
    cancel();
  }

  return {
    async wait() {
      await rest(GAP_MILLISECONDS, () => closed);
      const growth = GROWTH ** Math.max(0, empties - ACTIVE_POLLS);
      empties += 1;
      const pause = Math.min(IDLE_MILLISECONDS, ACTIVE_MILLISECONDS * growth) - GAP_MILLISECONDS;
      await rest(pause, () => closed || poked);
      poked = false;
    },
    found() {
      empties = 0;
    },
    poke() {
      poked = true;
      empties = 0;
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
  };
}
