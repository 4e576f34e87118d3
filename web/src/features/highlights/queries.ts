import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';

type HighlightsInput = { eventId: string; guest: GuestFields };

/** An event's highlights, best first. */
export const highlightsQuery = ({ eventId, guest }: HighlightsInput) =>
  queryOptions({
    queryKey: queryKeys.highlights({ eventId, guest }),
    queryFn: ({ signal }) =>
      call('GET /api/events/{eventId}/highlights', { params: { eventId }, query: guest, signal }),
  });
