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
