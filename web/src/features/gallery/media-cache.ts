import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import { MEDIA_PAGE_LIMIT } from '../../../../shared/values/media-page-limit.ts';
import { markStale, readWithChanges, recordChange } from '../../changes/change-log.ts';
import { mapItems, type MediaPage, type MediaPages } from '../../changes/media-pages.ts';
import { insertItem, mergeFirstPage, newItemsIn, withoutItems } from '../../changes/merge-pages.ts';
import { byViewer, type Viewing, viewingOf } from '../../changes/viewing.ts';
import { isAtTop } from '../../lib/is-at-top.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type MediaListInput, mediaPage, mediaQuery } from './queries.ts';

/**
 * Refetches the visible list. The other orders are refetched when they are next shown.
 * @param expectsNewItems the viewer's action makes them expect new items: these are inserted at the top of the gallery, and
 *   further down only announced, so that nothing moves. Otherwise visible items are updated and none are added.
 */
export async function refreshMedia(
  client: QueryClient,
  input: MediaListInput,
  expectsNewItems: boolean,
): Promise<void> {
  const { eventId, sortBy } = input;
  const { queryKey } = mediaQuery(input);
  const viewing = viewingOf(client);
  await markStale(client, { queryKey: queryKeys.media(eventId) }, { refetches: false });
  const canInsert = expectsNewItems && isAtTop();
  if (expectsNewItems && !canInsert) {
    void markStale(client, { queryKey: queryKeys.mediaList(eventId, 'live updates') });
  }
  if (canInsert && sortBy !== FIRST_SORT) return client.refetchQueries({ queryKey, exact: true });
  const fresh = await readNewest(viewing, input);
  changePages(viewing, input, (data, isAnswer) =>
    isAnswer ? data : applyRefresh(data, fresh, { sortBy, canInsert }),
  );
}

/** The newest items, with what is changed here while they are read, and with what was read later and answered earlier. */
async function readNewest(
  viewing: Viewing,
  { eventId, guest }: Omit<MediaListInput, 'sortBy'>,
): Promise<MediaPage> {
  const input = { eventId, sortBy: FIRST_SORT, guest } as const;
  const { queryKey } = mediaQuery(input);
  const { data, requestedAt } = await readWithChanges(viewing.client, queryKey, async () => {
    const page = await mediaPage(input, { cursor: null, limit: MEDIA_PAGE_LIMIT });
    return { pages: [page], pageParams: [null] };
  });
  const newest = data.pages[0] ?? { items: [], nextCursor: null };
  newestRead(viewing, queryKey, { newest, requestedAt });
  return newest;
}

type NewestRead = { newest: MediaPage; requestedAt: number };

const newestRead = byViewer((client, queryKey: QueryKey, { newest, requestedAt }: NewestRead) => {
  recordChange(client, {
    id: `newest ${hashKey(queryKey)}`,
    scope: { queryKey, exact: true },
    patch: (older, { isAnswer }) =>
      isAnswer ? mergeFirstPage(older as MediaPages, newest, FIRST_SORT) : older,
    isRead: true,
    requestedAt,
  });
});

/**
 * Changes a list by what was read of it. Its next page, if it is on its way, does not undo that.
 * @param change called with true for an answer that was requested before
 */
const changePages = byViewer((client, input: MediaListInput, change: PagesChange) => {
  const { queryKey } = mediaQuery(input);
  // The newest list is as new as what was read. Of another order, only items are.
  if (input.sortBy === FIRST_SORT) {
    client.setQueryData<MediaPages>(queryKey, (data) => data && change(data, false));
  }
  recordChange(client, {
    id: `read ${hashKey(queryKey)}`,
    scope: { queryKey, exact: true },
    patch: (data, { isAnswer }) => change(data as MediaPages, isAnswer),
    isRead: true,
  });
});

type PagesChange = (data: MediaPages, isAnswer: boolean) => MediaPages;

function applyRefresh(
  data: MediaPages,
  fresh: MediaPage,
  { sortBy, canInsert }: { sortBy: MediaListInput['sortBy']; canInsert: boolean },
): MediaPages {
  if (sortBy !== FIRST_SORT) {
    const items = new Map(fresh.items.map((item) => [item.id, item]));
    return mapItems(data, (item) => items.get(item.id) ?? item);
  }
  if (canInsert) return mergeFirstPage(data, fresh, sortBy);
  const newItems = newItemsIn(data, fresh, sortBy);
  // No overlap: everything visible is further down the list.
  if (newItems.length === fresh.items.length) return data;
  return withoutItems(mergeFirstPage(data, fresh, sortBy), newItems);
}

/**
 * Shows the new items that a poll found, at the top of the newest list. The poll may be older than the list: what both
 * have is read again.
 */
export async function showLiveUpdates(
  client: QueryClient,
  input: Omit<MediaListInput, 'sortBy'>,
  found: MediaPage,
): Promise<void> {
  const newest = { ...input, sortBy: FIRST_SORT } as const;
  changePages(viewingOf(client), newest, (data) => {
    const items = newItemsIn(data, found, FIRST_SORT);
    const isGap = items.length === found.items.length && found.nextCursor !== null;
    // More has arrived than the poll could find: what is in between loads as one scrolls.
    if (isGap) return { pages: [found], pageParams: [null] };
    return items.reduce((list, item) => insertItem(list, item, FIRST_SORT), data);
  });
  await refreshMedia(client, newest, false);
}
