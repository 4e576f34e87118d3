import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';

/** One event as the caller may see it; fails with 401, 403 or 404. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.event(eventId),
    queryFn: ({ signal }) => call('GET /api/events/{eventId}', { params: { eventId }, signal }),
  });

/** Whether a guest is one of the event's people, which the event itself is not asked for guests. */
export const placeQuery = (eventId: string, guest: GuestFields) =>
  queryOptions({
    queryKey: queryKeys.place({ eventId, guest }),
    queryFn: async ({ signal }) => {
      const input = { params: { eventId }, query: guest, signal };
      return (await call('GET /api/events/{eventId}', input)).hasPlace;
    },
    // They may have uploaded between one pause and the next.
    staleTime: 0,
  });
