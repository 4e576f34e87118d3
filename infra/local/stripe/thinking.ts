import { setTimeout } from 'node:timers/promises';

/** How long writes take. */
export type Thinking = {
  think(): Promise<void>;
  /** Sets how long the next ones take. Those under way have thought enough. */
  change(milliseconds: number): void;
};

export function createThinking(milliseconds: number): Thinking {
  let thinkMs = milliseconds;
  let changed = new AbortController();
  return {
    think: () => setTimeout(thinkMs, undefined, { signal: changed.signal }).catch(() => undefined),
    change: (next) => {
      thinkMs = next;
      changed.abort();
      changed = new AbortController();
    },
  };
}
