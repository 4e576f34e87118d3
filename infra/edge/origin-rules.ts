/** How CloudFront treats its origins and their errors: the one source for the stacks and the local edge. */

/**
 * Seconds for which CloudFront answers everybody with one error of an origin, by status. Without an entry it would be
 * ten, whatever the error's Cache-Control says, and a path's query is not looked at: one guest's 503 would be the answer
 * to all others. No page replaces these errors, so that their bodies stay the origin's.
 */
export const errorCachingSeconds: Readonly<Record<number, number>> = { 500: 0, 502: 0, 503: 0, 504: 0 };

/** How long CloudFront waits for an origin. */
export const originTimeouts = {
  /** For an answer, and between two packets of it. HTTP API itself waits as long for a function. */
  responseSeconds: 30,
  connectionSeconds: 10,
  /** How often it connects; a GET or HEAD without an answer is also asked for as often. */
  attempts: 3,
} as const;
