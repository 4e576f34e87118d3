import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** An event's co-hosts. */
export const coHostsQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.coHosts(eventId),
    queryFn: ({ signal }) =>
      call('GET /api/events/{eventId}/people', {
        params: { eventId },
        query: { standing: 'co-host' },
        signal,
      }),
    staleTime: 0,
  });

/** Everybody connected to an event, page by page. Hosts only. */
export const peopleQuery = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.people(eventId),
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/events/{eventId}/people', {
        params: { eventId },
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Others come, and add photos, between two visits.
    staleTime: 0,
  });

/** The people whose name or e-mail address contains a text. A page may hold nobody: the next one may. */
export const peopleSearchQuery = (eventId: string, text: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.peopleSearch(eventId, text),
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/events/{eventId}/people', {
        params: { eventId },
        query: { q: text, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Somebody may have come since the last search.
    staleTime: 0,
    gcTime: 60_000,
  });
