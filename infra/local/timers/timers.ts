/** The local system's timers, injected so that tests control them. Each call returns its cancel function. */
export type Timers = {
  after(milliseconds: number, run: () => void): () => void;
  every(milliseconds: number, run: () => void): () => void;
};

/** Real timers, which never keep the process alive. */
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

/** Unlike `systemTimers` it keeps the process alive, because somebody waits for it. */
const waiting: Pick<Timers, 'after'> = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits for a promise up to a limit; resolves to whether it was settled by then. Never rejects. */
export async function settlesWithin(
  promise: Promise<unknown>,
  milliseconds: number,
  timers: Pick<Timers, 'after'> = waiting,
): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<false>();
  const cancel = timers.after(milliseconds, () => resolve(false));
  const settled = promise.then(
    () => true as const,
    () => true as const,
  );
  const result = await Promise.race([settled, timeUp]);
  cancel();
  return result;
}
