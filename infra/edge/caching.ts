import { matchesPattern } from './path-behaviours.ts';

/** How long CloudFront and browsers keep what they were sent. Whether a path is cached at all is in `path-behaviours.ts`. */

/** Cache-Control of the web build's files by key; the first match counts. */
export const webCacheControl = [
  { pattern: 'assets/*', cacheControl: 'public, max-age=31536000, immutable' },
  { pattern: '*', cacheControl: 'no-cache' },
] as const;

/** @param key path in the web build, without a leading slash */
export function cacheControlOf(key: string): string {
  const rule = webCacheControl.find(({ pattern }) => matchesPattern({ pattern, text: key }));
  return rule?.cacheControl ?? 'no-cache';
}

/**
 * Seconds for which CloudFront answers everybody with one error of an origin, by status. Without an entry it would be
 * ten, whatever the error's Cache-Control says, and a path's query is not looked at: one guest's 503 would be the answer
 * to all others. No page replaces these errors, so that their bodies stay the origin's.
 */
export const errorCachingSeconds: Readonly<Record<number, number>> = { 500: 0, 502: 0, 503: 0, 504: 0 };
