import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** An event's payments, newest first, page by page, each page with the overall totals. Owner only. */
export const paymentsQuery = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.payments(eventId),
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/events/{eventId}/payments', {
        params: { eventId },
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Payments also change at the payment provider, so every visit refetches.
    staleTime: 0,
  });
