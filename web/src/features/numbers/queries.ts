import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** An event's numbers. Hosts only. */
export const numbersQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.numbers(eventId),
    queryFn: ({ signal }) => call('GET /api/events/{eventId}/numbers', { params: { eventId }, signal }),
    // Everybody's uploads change them, so every visit asks again.
    staleTime: 0,
  });
