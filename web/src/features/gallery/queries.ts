import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FIRST_PAGE_LENGTH } from '../../../../shared/contract/first-data.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { call, callPage } from '../../lib/call.ts';

/** Who asks, where that is not a session: the guest's part of a query. */
export type GuestFields = { guestId?: string; token?: string };

export type MediaListInput = { eventId: string; sortBy: SortBy; guest: GuestFields };

// The others are as long as the server gives them.
const LATER_PAGES = 200;

/** What all lists of an event's media begin with. */
export const mediaKey = (eventId: string) => ['/api/events', eventId, 'media'] as const;

/** What all polls for live updates of an event begin with. */
export const liveUpdatesKey = (eventId: string) => ['/api/events', eventId, 'news'] as const;

/** The order that a list's key names; undefined for what is no gallery list. */
export function sortOf(key: readonly unknown[] | undefined): SortBy | undefined {
  const last = key?.at(-1);
  return typeof last === 'object' && last !== null && 'sortBy' in last ? (last.sortBy as SortBy) : undefined;
}

/** One page of an event's media. */
export function mediaPage(
  { eventId, sortBy, guest }: MediaListInput,
  page: { cursor: string | null; limit?: number; signal?: AbortSignal },
) {
  const limit = page.limit ?? (page.cursor === null ? FIRST_PAGE_LENGTH : LATER_PAGES);
  return callPage('GET /api/events/{eventId}/media', {
    params: { eventId },
    query: { sortBy, limit, cursor: page.cursor ?? undefined, ...guest },
    signal: page.signal,
  });
}

/** An event's media in one order, page by page. Fails with 402 where it has to be paid for. */
export const mediaQuery = (input: MediaListInput) =>
  infiniteQueryOptions({
    queryKey: [...mediaKey(input.eventId), { sortBy: input.sortBy, ...input.guest }] as const,
    queryFn: ({ pageParam, signal }) => mediaPage(input, { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** One item by itself. */
export const itemQuery = ({ mediaId, guest }: { mediaId: string; guest: GuestFields }) =>
  queryOptions({
    queryKey: ['/api/media', mediaId, guest] as const,
    queryFn: ({ signal }) => call('GET /api/media/{mediaId}', { params: { mediaId }, query: guest, signal }),
  });
