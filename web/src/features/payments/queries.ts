import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/call.ts';

/** An event's payments, newest first, page by page, each page with the totals of all. For the owner only. */
export const paymentsQuery = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/events', eventId, 'payments'] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/events/{eventId}/payments', {
        params: { eventId },
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Money moves at the payment provider, too: whoever looks again is told anew.
    staleTime: 0,
  });
