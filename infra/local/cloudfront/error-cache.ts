import type { GatewayReply } from '../api-gateway/function-reply.ts';

/** CloudFront's default for the error caching minimum TTL. */
const DEFAULT_SECONDS = 10;

/** With so many, all are forgotten: a cache may evict what it likes, and memory is limited. */
const MOST_ERRORS = 1000;

/** Statuses that are cached whatever the origin says, and those that its Cache-Control can keep from that. */
const alwaysCached: readonly number[] = [500, 502, 503, 504];
const cachedUnlessForbidden: readonly number[] = [404, 405, 410, 414, 501];
const cachedIfAllowed: readonly number[] = [400, 403, 412, 415];

export type ErrorCacheOptions = {
  readonly now: () => Date;
  /** The error caching minimum TTLs that are not the default, by status. */
  readonly minimumSeconds: Readonly<Record<number, number>>;
};

/** What the cache is asked about: CloudFront looks at nothing else, as no behaviour has more in its cache key. */
export type CacheKey = { readonly method: string; readonly uri: string };

export type ErrorCache = {
  /** The error that everybody is answered with; undefined if the origin has to be asked. */
  find(key: CacheKey): GatewayReply | undefined;
  /** @param maxSeconds the behaviour's maximum TTL */
  keep(key: CacheKey, answer: { readonly reply: GatewayReply; readonly maxSeconds: number }): void;
};

/**
 * Keeps errors of origins as CloudFront does. Source: CloudFront Developer Guide, "How CloudFront caches and processes
 * HTTP 4xx and 5xx status codes from your origin".
 */
export function createErrorCache({ now, minimumSeconds }: ErrorCacheOptions): ErrorCache {
  const kept = new Map<string, { reply: GatewayReply; untilMs: number }>();
  return {
    find(key) {
      const found = kept.get(nameOf(key));
      if (found && found.untilMs > now().getTime()) return found.reply;
      kept.delete(nameOf(key));
      return undefined;
    },
    keep(key, { reply, maxSeconds }) {
      if (!['GET', 'HEAD'].includes(key.method)) return;
      const seconds = secondsFor(reply, { minimumSeconds, maxSeconds });
      if (seconds === 0) return;
      if (kept.size >= MOST_ERRORS) kept.clear();
      kept.set(nameOf(key), { reply, untilMs: now().getTime() + seconds * 1000 });
    },
  };
}

const nameOf = ({ method, uri }: CacheKey): string => `${method} ${uri}`;

function secondsFor(
  { status, headers }: GatewayReply,
  { minimumSeconds, maxSeconds }: Pick<ErrorCacheOptions, 'minimumSeconds'> & { maxSeconds: number },
): number {
  const directives = cacheControlIn(headers);
  const asked = Number(directives.get('s-maxage') ?? directives.get('max-age') ?? Number.NaN);
  const forbidden = ['no-store', 'no-cache', 'private'].some((name) => directives.has(name));
  const isCached =
    alwaysCached.includes(status) ||
    (cachedUnlessForbidden.includes(status) && !forbidden) ||
    (cachedIfAllowed.includes(status) && !Number.isNaN(asked));
  if (!isCached) return 0;
  return Math.max(minimumSeconds[status] ?? DEFAULT_SECONDS, Math.min(asked || 0, maxSeconds));
}

function cacheControlIn(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'cache-control')?.[1] ?? '';
  const pairs = value.split(',').map((directive): [string, string] => {
    const [name = '', argument = ''] = directive.trim().toLowerCase().split('=');
    return [name, argument];
  });
  return new Map(pairs);
}
