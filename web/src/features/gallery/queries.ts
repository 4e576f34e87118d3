import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FIRST_PAGE_LENGTH } from '../../../../shared/contract/first-data.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { MEDIA_PAGE_LIMIT } from '../../../../shared/values/media-page-limit.ts';
import { call, callPage } from '../../lib/call.ts';

/** Guest credentials for a query; empty for callers with a session. */
export type GuestFields = { guestId?: string; token?: string };

export type MediaListInput = { eventId: string; sortBy: SortBy; guest: GuestFields };

/** Key prefix of all lists of an event's media. */
export const mediaKey = (eventId: string) => ['/api/events', eventId, 'media'] as const;

/** Key prefix of an event's live-updates polls. */
export const liveUpdatesKey = (eventId: string) => ['/api/events', eventId, 'news'] as const;

/** The order in a gallery list's key; undefined for other keys. */
export function sortOf(key: readonly unknown[] | undefined): SortBy | undefined {
  const last = key?.at(-1);
  return typeof last === 'object' && last !== null && 'sortBy' in last ? (last.sortBy as SortBy) : undefined;
}

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
    queryKey: [...mediaKey(input.eventId), { sortBy: input.sortBy, ...input.guest }] as const,
    queryFn: ({ pageParam, signal }) => mediaPage(input, { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** A single item. */
export const itemQuery = ({ mediaId, guest }: { mediaId: string; guest: GuestFields }) =>
  queryOptions({
    queryKey: ['/api/media', mediaId, guest] as const,
    queryFn: ({ signal }) => call('GET /api/media/{mediaId}', { params: { mediaId }, query: guest, signal }),
  });
