import { QueryClient } from '@tanstack/react-query';

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
