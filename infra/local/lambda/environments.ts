import { setTimeout as pause } from 'node:timers/promises';

/** An idle environment is kept for as long. Lambda keeps them for some minutes; how many is not documented. */
const KEPT_IDLE_MS = 5 * 60_000;

export type Environments = {
  /** Takes an idle environment of a function, or starts one. @returns whether it had to be started */
  take(id: string): Promise<boolean>;
  /** Gives an environment back after its call. */
  release(id: string): void;
  /** None is left, as after a deployment. */
  clear(): void;
};

type Settings = {
  /** Milliseconds that starting an environment of a function takes. */
  readonly startMs: (id: string) => number;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Lambda's execution environments: one call at a time each, so that a call that finds none idle waits for a cold start.
 * The one that was used last is taken first, and the others end in time.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
export function createEnvironments({ startMs, now = Date.now, wait = pause }: Settings): Environments {
  /** When each idle environment was last used, by function, the latest last. */
  let idle = new Map<string, number[]>();
  return {
    async take(id) {
      const kept = (idle.get(id) ?? []).filter((usedAt) => now() - usedAt < KEPT_IDLE_MS);
      const isCold = kept.pop() === undefined;
      idle.set(id, kept);
      if (isCold) await wait(startMs(id));
      return isCold;
    },
    release(id) {
      idle.set(id, [...(idle.get(id) ?? []), now()]);
    },
    clear() {
      idle = new Map();
    },
  };
}
