import { QueryClient } from '@tanstack/react-query';
import type { FirstData } from '../../../shared/contract/first-data.ts';
import { FIRST_SORT } from '../../../shared/values/sort-orders.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Queries are fetched once: no retries, never stale, no refetch on focus. `networkMode: 'always'` also fetches when the
 * browser reports offline, because it is often wrong.
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

/** Seeds the cache with the data embedded in the page, which is then not fetched again. */
export function seedQueries(client: QueryClient, { user, event, media }: FirstData): void {
  client.setQueryData(queryKeys.session, user);
  if (!event) return;
  client.setQueryData(queryKeys.event(event.id), event);
  if (!media) return;
  const key = queryKeys.gallery({ eventId: event.id, sortBy: FIRST_SORT, guest: {} });
  client.setQueryData(key, { pages: [media], pageParams: [null] });
}
