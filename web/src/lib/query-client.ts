import { QueryClient } from '@tanstack/react-query';
import { type FirstData, FIRST_SORT } from '../../../shared/contract/first-data.ts';

/**
 * Reads and writes are made once: not retried, never stale, not repeated on focus. `networkMode: 'always'`
 * asks even when the browser believes to be offline, which it is often wrong about.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Gives the cache what the page came with, as if it had been asked for: nothing of it is asked for again. */
export function seedQueries(client: QueryClient, { user, event, media }: FirstData): void {
  client.setQueryData(['/api/auth/user'], user);
  if (!event) return;
  client.setQueryData(['/api/events', event.id], event);
  if (!media) return;
  const key = ['/api/events', event.id, 'media', { sortBy: FIRST_SORT }];
  client.setQueryData(key, { pages: [media], pageParams: [null] });
}
