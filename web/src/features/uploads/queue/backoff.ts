const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Exponential backoff with full jitter: a random time up to 1 s, 2 s, 4 s … 30 s, so that a hall full of phones does not
 * retry in step.
 * @param failures consecutive failures, 1 or more
 */
export function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}
