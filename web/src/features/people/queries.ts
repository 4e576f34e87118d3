import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Everybody connected to an event, page by page. Owner only. */
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
