import { infiniteQueryOptions } from '@tanstack/react-query';
import type { MediaStatus } from '../../../../shared/contract/entities.ts';
import { callPage } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** An event's items of one status, for its owner, page by page; of one person if `by` is their id. */
export const mediaByStatusQuery = (eventId: string, status: MediaStatus, by?: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.mediaByStatus(eventId, status, by),
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/events/{eventId}/media', {
        params: { eventId },
        query: { status, uploader: by, limit: 60, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Guests go on sending meanwhile, and other hosts decide.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
