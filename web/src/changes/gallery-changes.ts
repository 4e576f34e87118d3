import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { FIRST_SORT } from '../../../shared/values/sort-orders.ts';
import { compareMedia, isListedBy } from '../../../shared/rules/sort-media.ts';
import { isAtTop } from '../lib/is-at-top.ts';
import { type GuestFields, queryKeys } from '../lib/query-keys.ts';
import { markStale, readWithChanges, recordChange } from './change-log.ts';
import { itemsOf, type MediaPage, type MediaPages } from './media-pages.ts';
import { insertItem, mapItems, mergeFirstPage, newItemsIn, withoutItems } from './merge-pages.ts';
import { byViewer, type Viewing, viewingOf } from './viewing.ts';

type NewestList = { readonly eventId: string; readonly guest: GuestFields };
type List = NewestList & { readonly sortBy: SortBy };
type ReadNewest = () => Promise<MediaPage>;

/**
 * Others may have changed what a gallery shows. The visible list is read again at once, the other orders when they are
 * next shown.
 * @param options.readNewest reads the first page of the newest list
 * @param options.expectsNewItems whether new items are inserted if the viewer is at the top; further down they are only
 *   announced, so that nothing moves
 */
export async function galleryOutdated(
  client: QueryClient,
  input: List,
  { expectsNewItems, readNewest }: { expectsNewItems: boolean; readNewest: ReadNewest },
): Promise<void> {
  const { eventId, sortBy } = input;
  const queryKey = queryKeys.gallery(input);
  const viewing = viewingOf(client);
  await markStale(client, { queryKey: queryKeys.media(eventId) }, { refetches: false });
  const canInsert = expectsNewItems && isAtTop();
  if (expectsNewItems && !canInsert) {
    void markStale(client, { queryKey: queryKeys.mediaList(eventId, 'poll') });
  }
  if (canInsert && sortBy !== FIRST_SORT) return client.refetchQueries({ queryKey, exact: true });
  const fresh = await readWithKnownChanges(viewing, input, readNewest);
  changePages(viewing, input, (data, isAnswer) =>
    isAnswer ? data : applyRefresh(data, fresh, { sortBy, canInsert }),
  );
}

/** The newest items, with what is changed here while they are read, and with what was read later and answered earlier. */
async function readWithKnownChanges(
  viewing: Viewing,
  { eventId, guest }: NewestList,
  readNewest: ReadNewest,
): Promise<MediaPage> {
  const queryKey = queryKeys.gallery({ eventId, guest, sortBy: FIRST_SORT });
  const { data, requestedAt } = await readWithChanges(viewing.client, queryKey, async () => ({
    pages: [await readNewest()],
    pageParams: [null],
  }));
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
const changePages = byViewer((client, input: List, change: PagesChange) => {
  const queryKey = queryKeys.gallery(input);
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

/**
 * Changes of others were missed, however many: the list on the screen gets what it shows as it is now. Nothing that is looked
 * at moves: what is new is not inserted, and the order stays. The other lists are read when they are next shown.
 * @param readPage reads a page of the list
 */
export async function changesMissed(client: QueryClient, input: List, readPage: ReadPage): Promise<void> {
  const { eventId, sortBy } = input;
  const queryKey = queryKeys.gallery(input);
  const viewing = viewingOf(client);
  await markStale(client, { queryKey: queryKeys.media(eventId) }, { refetches: false });
  for (const list of OTHER_LISTS) void markStale(client, { queryKey: queryKeys.mediaList(eventId, list) });
  const length = itemsOf(client.getQueryData<MediaPages>(queryKey)?.pages ?? []).length;
  const { data: now } = await readWithChanges(client, queryKey, () => readAsFar(length, readPage));
  changePages(viewing, input, (data, isAnswer) => (isAnswer ? data : asItIsNow(data, now, sortBy)));
}

type ReadPage = (cursor: string | null) => Promise<MediaPage>;

/** What a page shows besides a gallery. */
const OTHER_LISTS = ['by status', 'of a person', 'timeline', 'highlights', 'item'] as const;

/** Reads as many items of a list as are known of it. */
async function readAsFar(length: number, readPage: ReadPage): Promise<MediaPages> {
  const read: MediaPages = { pages: [], pageParams: [] };
  let cursor: string | null = null;
  do {
    const page: MediaPage = await readPage(cursor);
    read.pages.push(page);
    read.pageParams.push(cursor);
    cursor = page.nextCursor;
  } while (cursor !== null && itemsOf(read.pages).length < length);
  return read;
}

/** Items that were not found are gone, unless they are further down than what was read, or in the list only until it is next shown. */
function asItIsNow(data: MediaPages, now: MediaPages, sortBy: SortBy): MediaPages {
  const found = new Map(itemsOf(now.pages).map((item) => [item.id, item]));
  const last = now.pages.at(-1);
  const end = last?.nextCursor === null ? undefined : last?.items.at(-1);
  const compare = compareMedia(sortBy);
  const isGone = (item: MediaView) => isListedBy(sortBy, item) && (!end || compare(item, end) <= 0);
  return mapItems(data, (item) => found.get(item.id) ?? (isGone(item) ? null : item));
}

type PagesChange = (data: MediaPages, isAnswer: boolean) => MediaPages;

function applyRefresh(
  data: MediaPages,
  fresh: MediaPage,
  { sortBy, canInsert }: { sortBy: SortBy; canInsert: boolean },
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

/** A look for new photos has found some: they show at the top of the newest list. What the list had before is read again. */
export async function newItemsFound(
  client: QueryClient,
  input: NewestList,
  { found, readNewest }: { found: MediaPage; readNewest: ReadNewest },
): Promise<void> {
  const newest = { ...input, sortBy: FIRST_SORT } as const;
  changePages(viewingOf(client), newest, (data) => {
    const items = newItemsIn(data, found, FIRST_SORT);
    const isGap = items.length === found.items.length && found.nextCursor !== null;
    // More has arrived than the poll could find: what is in between loads as one scrolls.
    if (isGap) return { pages: [found], pageParams: [null] };
    return items.reduce((list, item) => insertItem(list, item, FIRST_SORT), data);
  });
  await galleryOutdated(client, newest, { expectsNewItems: false, readNewest });
}
