import { setTimeout as pause } from 'node:timers/promises';
import { createDraw } from '../fixtures/random-trouble.ts';
import {
  type FaultySystem,
  type RunningSystem,
  startFaultySystem,
  type Victim,
  VICTIMS,
} from './faults-processes.ts';

/** From one kill to the next, in milliseconds. */
const [SHORTEST_MS, LONGEST_MS] = [1000, 9000];

export type Keeper = {
  /** How often what was killed. */
  readonly kills: Record<Victim, number>;
  /** How often the main process ended without having been killed itself. */
  readonly endings: () => number;
  /** Kills everything for the last time. */
  readonly finish: () => Promise<void>;
};

/**
 * Kills parts of a system at times that a seed draws, and starts it again, on the same folder and port, whenever its main
 * process has ended.
 */
export function keepKilling(
  system: FaultySystem,
  { first, seed }: { first: RunningSystem; seed: number },
): Keeper {
  const draw = createDraw(seed);
  const kills = Object.fromEntries(VICTIMS.map((victim) => [victim, 0])) as Record<Victim, number>;
  const over = new AbortController();
  let endings = 0;
  let [running, starts] = [first, 1];

  async function work(): Promise<void> {
    while (!over.signal.aborted) {
      const waited = pause(SHORTEST_MS + draw() * (LONGEST_MS - SHORTEST_MS), undefined, over).catch(
        () => undefined,
      );
      await Promise.race([waited, running.ended]);
      if (over.signal.aborted) break;
      if (running.hasEnded) endings += 1;
      else await strike(VICTIMS[Math.floor(draw() * VICTIMS.length)] ?? 'tree');
      if (running.hasEnded) running = await startFaultySystem(nextStart());
    }
  }

  async function strike(victim: Victim): Promise<void> {
    if (!running.kill(victim)) return;
    kills[victim] += 1;
    if (victim === 'tree' || victim === 'main') await running.ended;
  }

  /** Each start draws trouble of its own. */
  function nextStart(): FaultySystem {
    starts += 1;
    return { ...system, trouble: { ...system.trouble, seed: system.trouble.seed + 10 * starts } };
  }

  const working = work();
  return {
    kills,
    endings: () => endings,
    async finish() {
      over.abort();
      await working;
      running.kill('tree');
      await running.ended;
    },
  };
}
