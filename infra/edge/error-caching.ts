/**
 * Seconds for which CloudFront answers everybody with one error of an origin, by status. Without an entry it would be
 * ten, whatever the error's Cache-Control says, and a path's query is not looked at: one guest's 503 would be the answer
 * to all others. No page replaces these errors, so that their bodies stay the origin's.
 */
export const errorCachingSeconds: Readonly<Record<number, number>> = { 500: 0, 502: 0, 503: 0, 504: 0 };
