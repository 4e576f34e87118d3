import type { Timers } from '../timers/timers.ts';

/** Lets long polls wait until messages may have become visible in a queue. */
export type LongPollWakeups = {
  /** Wakes everybody who waits for this queue. */
  announce(queue: string): void;
  /** Waits for the queue's next announcement, but not longer than this, nor after the signal's abortion. */
  wait(queue: string, atMostMilliseconds: number, signal: AbortSignal): Promise<void>;
};

export function createLongPollWakeups(timers: Timers): LongPollWakeups {
  const waiting = new Map<string, Set<() => void>>();
  const waitersOf = (queue: string): Set<() => void> => {
    const known = waiting.get(queue) ?? new Set();
    waiting.set(queue, known);
    return known;
  };
  return {
    announce: (queue) => waitersOf(queue).forEach((wake) => wake()),
    async wait(queue, atMostMilliseconds, signal) {
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      const waiters = waitersOf(queue).add(wake);
      const cancel = timers.after(atMostMilliseconds, wake);
      signal.addEventListener('abort', wake);
      await promise;
      cancel();
      signal.removeEventListener('abort', wake);
      waiters.delete(wake);
    },
  };
}
