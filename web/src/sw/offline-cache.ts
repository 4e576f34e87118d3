/** Prefix of our caches; others are left alone. */
const PREFIX = 'offline ';

/** The offline page of one build. */
export type OfflineVersion = {
  /** Hash of all files. */
  readonly version: string;
  /** Paths, the page itself first. The names of the others contain content hashes. */
  readonly files: readonly string[];
};

export type OfflineCache = OfflineVersion & {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;
};

/** Caches the offline page under the version that it was built with. */
export async function cacheOfflinePage({ caches, version, files }: OfflineCache): Promise<void> {
  const cache = await caches.open(PREFIX + version);
  // Bypasses the HTTP cache, which may still have another version's page.
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })));
}

/** Deletes other versions' caches. */
export async function deleteOldCaches({ caches, version }: OfflineCache): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Whether a request is for a page of the site, and not a navigation to an API or media URL. */
export function isPageRequest({ mode, url }: Pick<Request, 'mode' | 'url'>): boolean {
  return mode === 'navigate' && !/^\/(?:api|media)\//.test(new URL(url).pathname);
}

/** The offline page, as the response for any URL. */
export async function offlineResponse({ caches, files: [page = ''] }: OfflineCache): Promise<Response> {
  return (await caches.match(page)) ?? Response.error();
}
