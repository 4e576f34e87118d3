import { infiniteQueryOptions } from '@tanstack/react-query';
import { FIRST_PAGE_LENGTH } from '../../../../shared/contract/first-data.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { MEDIA_PAGE_LIMIT } from '../../../../shared/values/media-page-limit.ts';
import { callPage } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';

export type MediaListInput = { eventId: string; sortBy: SortBy; guest: GuestFields };

/** One page of an event's media. */
export function mediaPage(
  { eventId, sortBy, guest }: MediaListInput,
  page: { cursor: string | null; limit?: number; signal?: AbortSignal },
) {
  const limit = page.limit ?? (page.cursor === null ? FIRST_PAGE_LENGTH : MEDIA_PAGE_LIMIT);
  return callPage('GET /api/events/{eventId}/media', {
    params: { eventId },
    query: { sortBy, limit, cursor: page.cursor ?? undefined, ...guest },
    signal: page.signal,
  });
}

/** An event's media in one order, page by page. Fails with 402 if the caller has to pay first. */
export const mediaQuery = (input: MediaListInput) =>
  infiniteQueryOptions({
    queryKey: queryKeys.gallery(input),
    queryFn: ({ pageParam, signal }) => mediaPage(input, { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
