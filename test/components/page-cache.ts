import type { QueryClient } from '@tanstack/react-query';
import { setHasOwnUploads } from '../../web/src/features/uploads/pending-uploads-flag.ts';
import { loadedUploadEngine } from '../../web/src/features/uploads/use-uploads.ts';
import { createQueryClient } from '../../web/src/lib/query-client.ts';

const pages = new Set<QueryClient>();

/** The cache of another page, which has a queue of uploads of its own. */
export function newPage(): QueryClient {
  const client = createQueryClient();
  pages.add(client);
  return client;
}

/**
 * Ends the queues of all pages, as closing them would: the window that they share is still there. Also those of earlier
 * tests, because a queue may have been loaded after its test.
 */
export function endPages(): void {
  for (const client of pages) {
    const queue = loadedUploadEngine(client)?.queue;
    for (const { uploader } of queue?.jobs ?? []) queue?.forget(uploader);
    queue?.stop();
    if (queue) pages.delete(client);
  }
  setHasOwnUploads(false);
}
