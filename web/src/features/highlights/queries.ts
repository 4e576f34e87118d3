import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

type HighlightsInput = { eventId: string; guest: { guestId?: string; token?: string } };

/** An event's highlights, best first. */
export const highlightsQuery = ({ eventId, guest }: HighlightsInput) =>
  queryOptions({
    queryKey: ['/api/events', eventId, 'highlights', guest] as const,
    queryFn: ({ signal }) =>
      call('GET /api/events/{eventId}/highlights', { params: { eventId }, query: guest, signal }),
  });
