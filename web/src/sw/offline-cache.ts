/** Caches of ours start like this; others are left alone. */
const PREFIX = 'offline ';

/** The offline page of one build. */
export type OfflineVersion = {
  /** Changes with the content of any of the files. */
  readonly version: string;
  /** Paths, the page itself first. What is loaded by the page carries its content in its name. */
  readonly files: readonly string[];
};

export type OfflineCache = OfflineVersion & {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;
};

/** Keeps the offline page under the version of the worker that was built with it. */
export async function cacheOfflinePage({ caches, version, files }: OfflineCache): Promise<void> {
  const cache = await caches.open(PREFIX + version);
  // Not from the browser's own cache, which may still have another version's page.
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })));
}

/** Takes away what other versions have kept. */
export async function deleteOldCaches({ caches, version }: OfflineCache): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Whether it is a page of the site that is asked for: the API's and media's addresses are the browser's to answer. */
export function isPageRequest({ mode, url }: Pick<Request, 'mode' | 'url'>): boolean {
  return mode === 'navigate' && !/^\/(?:api|media)\//.test(new URL(url).pathname);
}

/** The page that says that there is no network, at whatever address it was asked for. */
export async function offlineResponse({ caches, files: [page = ''] }: OfflineCache): Promise<Response> {
  return (await caches.match(page)) ?? Response.error();
}
