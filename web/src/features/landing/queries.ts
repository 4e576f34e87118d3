import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Public events, newest first, page by page. */
export const publicEventsQuery = infiniteQueryOptions({
  queryKey: queryKeys.publicEvents,
  queryFn: ({ pageParam, signal }) =>
    callPage('GET /api/events/public', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Which event has a code; fails with 404 where none has, or a private one. */
export const eventOfCodeQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.eventOfCode(code),
    queryFn: ({ signal }) => call('GET /api/codes/{code}', { params: { code }, signal }),
  });
