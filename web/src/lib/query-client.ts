import { QueryClient } from '@tanstack/react-query';

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
