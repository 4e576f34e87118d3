import { AsyncLocalStorage } from 'node:async_hooks';

/** What a run keeps of its time, so that its caller hears of the failure and not of a time-out. */
const ANSWER_MS = 1_000;
/** A timer of more would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What is left of that is enough for a request that must be sent at the very end. */
const END_MS = 100;

type Deadline = { readonly context: Context; readonly endsMs: number; readonly signal: AbortSignal };

const deadlines = new AsyncLocalStorage<Deadline>();

/**
 * Does the work of a run, whose requests are given up shortly before Lambda would kill it.
 * @param context Lambda's, which knows how much time is left; without one the work has no deadline
 * @param keepMs how much of the time is left when requests are given up
 */
export async function withinRun<T>(
  context: unknown,
  work: () => T | Promise<T>,
  keepMs = ANSWER_MS,
): Promise<T> {
  if (!hasRemainingTime(context)) return await work();
  const leftMs = Math.max(0, context.getRemainingTimeInMillis() - keepMs);
  const end = new AbortController();
  const timer = setTimeout(
    () => end.abort(new DOMException('The run has no time left.', 'TimeoutError')),
    Math.min(leftMs, LONGEST_TIMER_MS),
  );
  try {
    return await deadlines.run({ context, endsMs: performance.now() + leftMs, signal: end.signal }, work);
  } finally {
    clearTimeout(timer);
  }
}

/** Does what has to be done even if the time of the run's work is over, in the second that is kept for it. */
export const atTheEnd = <T>(work: () => T | Promise<T>): Promise<T> =>
  withinRun(deadlines.getStore()?.context, work, END_MS);

/** For how long the run may still wait for something; without end outside a run. */
export const waitingTimeMs = (): number =>
  Math.max(0, (deadlines.getStore()?.endsMs ?? Infinity) - performance.now());

/** The signal that aborts a request as soon as one of these signals does, or the run's time is over. */
export function untilDeadline(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const known = [deadlines.getStore()?.signal, ...signals].filter((signal) => signal !== undefined);
  return known.length > 1 ? AbortSignal.any(known) : known[0];
}

type Context = { getRemainingTimeInMillis(): number };

function hasRemainingTime(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && 'getRemainingTimeInMillis' in value;
}
