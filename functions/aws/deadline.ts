import { AsyncLocalStorage } from 'node:async_hooks';

/** What a run keeps of its time, so that its caller hears of the failure and not of a time-out. */
const ANSWER_MS = 1_000;

const runEndsMs = new AsyncLocalStorage<number>();

/** Does a run's work. @param context Lambda's, which knows how much time is left; what is none sets no end */
export function withinRun<T>(context: unknown, work: () => T): T {
  return isContext(context)
    ? runEndsMs.run(Date.now() + context.getRemainingTimeInMillis() - ANSWER_MS, work)
    : work();
}

/** For how long the run may still wait for something; without end outside a run. */
export function waitingTimeMs(): number {
  return Math.max(0, (runEndsMs.getStore() ?? Infinity) - Date.now());
}

type Context = { getRemainingTimeInMillis(): number };

function isContext(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && 'getRemainingTimeInMillis' in value;
}
