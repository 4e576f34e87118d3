import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { quantileOf } from './quantiles.ts';

/** What one operation asked of the table. */
type Work = { tries: number };
const current = new AsyncLocalStorage<Work>();

/** Counts the transactions that each operation sends, tries that conflicted included. */
export function countTries(): void {
  dynamoClient().middlewareStack.add(
    (next, context) => (args) => {
      const work = current.getStore();
      if (work && context['commandName'] === 'TransactWriteItemsCommand') work.tries += 1;
      return next(args);
    },
    { step: 'initialize', name: 'tries', override: true },
  );
}

export type Measured = {
  readonly count: number;
  readonly failed: number;
  readonly tries: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
};

/**
 * Begins operations at a steady rate, whether or not earlier ones have ended.
 * @param slower by how much the table's time is stretched; rates and durations are as if it were not
 */
export async function runAtRate(
  load: { perSecond: number; seconds: number; slower: number },
  operation: (at: number) => Promise<void>,
): Promise<Measured> {
  const total = load.perSecond * load.seconds;
  const gapMs = (1000 * load.slower) / load.perSecond;
  const [durations, running]: [number[], Set<Promise<void>>] = [[], new Set()];
  let [failed, tries] = [0, 0];
  const begun = performance.now();
  for (let at = 0; at < total; at += 1) {
    const waitMs = begun + at * gapMs - performance.now();
    if (waitMs > 1) await pause(waitMs);
    const work: Work = { tries: 0 };
    const started = performance.now();
    const one = current
      .run(work, () => operation(at))
      .catch((error: unknown) => {
        failed += 1;
        if (failed === 1) console.error(error);
      })
      .then(() => {
        durations.push((performance.now() - started) / load.slower);
        tries += work.tries;
        running.delete(one);
      });
    running.add(one);
  }
  await Promise.all(running);
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantileOf(durations, share));
  return { count: total, failed, tries: tries / total, p50, p95, p99 };
}
