const FIRST_MILLISECONDS = 100;
const LONGEST_MILLISECONDS = 5_000;

/** How long an event source mapping waits before the nth retry. Lambda's own pauses are not documented. */
export const retryPauseMs = (attempt: number): number =>
  Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (attempt - 1));
