import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The signed-in user's own and joined events, newest first. Apart from the queries of one event, because its page needs no list. */
export const eventsQuery = queryOptions({
  queryKey: queryKeys.events,
  queryFn: ({ signal }) => call('GET /api/events', { signal }),
});
