import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Public events, newest first, page by page. */
export const publicEventsQuery = infiniteQueryOptions({
  queryKey: queryKeys.publicEvents,
  queryFn: ({ pageParam, signal }) =>
    callPage('GET /api/events/public', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});
