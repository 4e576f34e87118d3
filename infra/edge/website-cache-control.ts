import { matchesPattern } from './path-behaviours.ts';

/**
 * Cache-Control of the web build's files by key; the first match counts. Whether CloudFront caches a path at all is in
 * `path-behaviours.ts`.
 */
export const webCacheControl = [
  { pattern: 'assets/*', cacheControl: 'public, max-age=31536000, immutable' },
  { pattern: '*', cacheControl: 'no-cache' },
] as const;

/** @param key path in the web build, without a leading slash */
export function cacheControlOf(key: string): string {
  const rule = webCacheControl.find(({ pattern }) => matchesPattern({ pattern, text: key }));
  return rule?.cacheControl ?? 'no-cache';
}
