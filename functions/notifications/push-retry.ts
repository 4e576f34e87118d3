/** How long news is worth telling: a phone that was off over night still hears of it. */
export const LIFETIME_SECONDS = 24 * 3600;

/** After these, a message is given up: more than an hour of failing. */
const MAX_TRIES = 8;
const FIRST_SECONDS = 15;

/** The longest that a queue can hold a message back. */
const MAX_SECONDS = 900;

/**
 * How long to wait before a push service is asked again: what it said, else twice as long each time; at least a second.
 * @param tries how often it was asked
 * @returns undefined where it is not asked again
 */
export function backoffSeconds(tries: number, retryAfterSeconds: number | undefined): number | undefined {
  if (tries >= MAX_TRIES) return undefined;
  const seconds = retryAfterSeconds ?? FIRST_SECONDS * 2 ** (tries - 1);
  return Math.min(Math.max(seconds, 1), MAX_SECONDS);
}
