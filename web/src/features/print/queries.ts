import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The code of an event, which is made when it is first asked for. Its hosts alone may ask. */
export const eventCodeQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.eventCode(eventId),
    queryFn: ({ signal }) => call('PUT /api/events/{eventId}/code', { params: { eventId }, signal }),
  });
