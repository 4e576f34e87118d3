import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import { MEDIA_PAGE_LIMIT } from '../../../../shared/values/media-page-limit.ts';
import { readEvent } from '../../changes/event-changes.ts';
import { itemsOf, type MediaPage, type MediaPages } from '../../changes/media-pages.ts';
import { newItemsIn } from '../../changes/merge-pages.ts';
import { call } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';
import { POLL_INTERVAL_SECONDS } from './poll-times.ts';
import { catchUp, refreshMedia, showLiveUpdates } from './refresh-media.ts';
import { mediaPage, mediaQuery } from './queries.ts';

const LONGEST_PAUSE_MS = 120_000;

/** The result of the last poll. */
export type GalleryPoll = {
  readonly mediaCount: number;
  /** The newest items; null until the count first changes. */
  readonly fresh: MediaPage | null;
  /** Consecutive polls without a change. */
  readonly quietPolls: number;
  /** Whether changes were missed that a count does not tell of: what is shown is to be read again. */
  readonly isBehind?: boolean;
};

/** How long to wait before the next poll: longer, the longer nothing has changed. */
export const pollIntervalMs = (quietPolls: number): number =>
  Math.min(LONGEST_PAUSE_MS, POLL_INTERVAL_SECONDS * 1000 * 1.5 ** quietPolls);

type PollQueryInput = { eventId: string; guest: GuestFields; mediaCount: number };

/**
 * Polls for items that are not shown yet while the page is visible and online. A poll fetches the event, and its items
 * only if their count has changed, if one on the screen is still being prepared, or if changes were missed. The first items
 * of an empty gallery are shown at once.
 */
export function pollQuery(client: QueryClient, { eventId, guest, mediaCount }: PollQueryInput) {
  const queryKey = queryKeys.galleryPoll({ eventId, guest });
  const initialData: GalleryPoll = { mediaCount, fresh: null, quietPolls: 0 };
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<GalleryPoll> => {
      const last = client.getQueryData<GalleryPoll>(queryKey) ?? initialData;
      // A failed poll counts as one without a change, which backs off the next one.
      const update = await pollEvent(client, last, { eventId, guest, signal }).catch(() => undefined);
      if (update?.fresh) showFirstItems(client, { eventId, guest }, update.fresh);
      const now = update ?? { ...last, quietPolls: last.quietPolls + 1 };
      if (last.isBehind) return { ...now, isBehind: !(await isCaughtUp(client, eventId, update)) };
      await refreshUnfinished(client, eventId, update !== undefined).catch(() => {});
      return now;
    },
    initialData,
    refetchInterval: ({ state }) => pollIntervalMs(state.data?.quietPolls ?? 0),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    networkMode: 'online',
  });
}

type PollInput = { eventId: string; guest: GuestFields; signal: AbortSignal };

/** @returns undefined if nothing has changed */
async function pollEvent(
  client: QueryClient,
  last: GalleryPoll,
  { eventId, guest, signal }: PollInput,
): Promise<GalleryPoll | undefined> {
  const { mediaCount } = await readEvent(client, { eventId, guest }, () =>
    call('GET /api/events/{eventId}', { params: { eventId }, query: guest, signal }),
  );
  if (mediaCount === last.mediaCount && !last.isBehind) return undefined;
  const page = { cursor: null, limit: MEDIA_PAGE_LIMIT, signal };
  const fresh = await mediaPage({ eventId, sortBy: FIRST_SORT, guest }, page);
  return { mediaCount, fresh, quietPolls: 0 };
}

/** Shows what a poll found if the gallery is empty, where nothing can move. */
function showFirstItems(
  client: QueryClient,
  input: { eventId: string; guest: GuestFields },
  fresh: MediaPage,
): void {
  const list = client.getQueryData(mediaQuery({ ...input, sortBy: FIRST_SORT }).queryKey);
  if (!list || itemsOf(list.pages).length > 0) return;
  // The items show at once; what is not read again stays as it was.
  showLiveUpdates(client, input, fresh).catch(() => {});
}

/** The galleries on the screen. */
const shownLists = (client: QueryClient, eventId: string) =>
  client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.mediaList(eventId, 'gallery'), type: 'active' })
    .map(({ queryKey, state }) => {
      const [, , , , sortBy, guest] = queryKey as ReturnType<typeof queryKeys.gallery>;
      return {
        input: { eventId, sortBy, guest },
        pages: (state.data as MediaPages | undefined)?.pages ?? [],
      };
    });

/**
 * Reads the newest items again where the shown list has one that is still being prepared or, if the count has changed, that
 * waits for approval: another host may have rejected it.
 */
async function refreshUnfinished(client: QueryClient, eventId: string, hasChanged: boolean): Promise<void> {
  const isOpen = ({ state, status }: MediaView) =>
    state === 'processing' || (hasChanged && status === 'pending');
  for (const { input, pages } of shownLists(client, eventId)) {
    if (!pages.some(({ items }) => items.some(isOpen))) continue;
    await refreshMedia(client, input, false);
  }
}

/** Reads what is shown again. @returns false if not all of it could be read */
async function isCaughtUp(
  client: QueryClient,
  eventId: string,
  update: GalleryPoll | undefined,
): Promise<boolean> {
  const fresh = update?.fresh;
  if (!fresh) return false;
  const reading = shownLists(client, eventId).map(({ input }) => catchUp(client, input, fresh));
  return (await Promise.allSettled(reading)).every(({ status }) => status === 'fulfilled');
}

/** Items from the last poll that are not in the list. */
export function newItemsOf({ fresh }: GalleryPoll, list: Pick<MediaPages, 'pages'> | undefined): MediaView[] {
  return fresh && list ? newItemsIn(list, fresh, FIRST_SORT) : [];
}

/** `"3 new photos"`, or `"200+ new photos"` if there may be more than one poll returns. */
export function newItemsLabel(newCount: number, { fresh }: GalleryPoll): string {
  const mayBeMore = fresh?.nextCursor != null && newCount === fresh.items.length;
  return `${newCount}${mayBeMore ? '+' : ''} new ${newCount === 1 ? 'photo' : 'photos'}`;
}
