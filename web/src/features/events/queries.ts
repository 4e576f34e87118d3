import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The signed-in user's own and joined events, newest first. */
export const eventsQuery = queryOptions({
  queryKey: queryKeys.events,
  queryFn: ({ signal }) => call('GET /api/events', { signal }),
});

/** One event as the caller may see it; fails with 401, 403 or 404. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.event(eventId),
    queryFn: ({ signal }) => call('GET /api/events/{eventId}', { params: { eventId }, signal }),
  });
