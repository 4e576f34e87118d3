const FIRST_LIMIT = 2;
const HIGHEST_LIMIT = 6;

/**
 * How many files to send at once: additive increase, multiplicative decrease. Starts with two, adds one after as many
 * successes as the limit, and halves on failure. Jobs whose turn began before the last halving do not halve again,
 * because connections that break together are one event.
 */
export type Concurrency = {
  readonly limit: number;
  /** Since the limit last changed. */
  readonly successes: number;
  /** The number of halvings. */
  readonly generation: number;
};

export const FIRST_CONCURRENCY: Concurrency = { limit: FIRST_LIMIT, successes: 0, generation: 0 };

export function afterSuccess(concurrency: Concurrency): Concurrency {
  const successes = concurrency.successes + 1;
  if (successes < concurrency.limit) return { ...concurrency, successes };
  return { ...concurrency, successes: 0, limit: Math.min(HIGHEST_LIMIT, concurrency.limit + 1) };
}

/** @param generation that of the concurrency when the job's turn began */
export function afterFailure(concurrency: Concurrency, generation: number): Concurrency {
  if (generation !== concurrency.generation) return { ...concurrency, successes: 0 };
  return {
    limit: Math.max(1, Math.floor(concurrency.limit / 2)),
    successes: 0,
    generation: generation + 1,
  };
}
