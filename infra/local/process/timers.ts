/** The timers of the local system, handed in so that a test can turn them by hand. Each call gives its cancel. */
export type Timers = {
  /** Runs once, after so many milliseconds. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs again and again, so many milliseconds apart. */
  every(milliseconds: number, run: () => void): () => void;
};

/** The real timers. They never keep the process alive by themselves. */
export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** Waits for a promise, but at most so long; says whether it was settled by then. */
export async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  const settled = promise.then(
    () => true as const,
    () => true as const,
  );
  const result = await Promise.race([settled, timeUp]);
  clearTimeout(timer);
  return result;
}
