import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/contract/first-data.ts';
import { MEDIA_PAGE_LIMIT } from '../../../../shared/values/media-page-limit.ts';
import { changeItem, type MediaPage, type MediaPages } from './media-pages.ts';
import { newItemsIn, insertItem, mergeFirstPage, withoutItems } from './merge-pages.ts';
import { mediaKey, type MediaListInput, mediaPage, mediaQuery, liveUpdatesKey, sortOf } from './queries.ts';

/** Whether the viewer is at the top of the gallery. */
const isAtTop = (): boolean => scrollY <= innerHeight / 2;

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
  const { eventId, sortBy, guest } = input;
  const { queryKey } = mediaQuery(input);
  await client.invalidateQueries({ queryKey: mediaKey(eventId), refetchType: 'none' });
  const canInsert = expectsNewItems && isAtTop();
  if (expectsNewItems && !canInsert) void client.invalidateQueries({ queryKey: liveUpdatesKey(eventId) });
  if (canInsert && sortBy !== FIRST_SORT) return client.refetchQueries({ queryKey, exact: true });
  const fresh = await readUntilUnchanged(
    () => client.getQueryState(queryKey)?.dataUpdateCount,
    () => mediaPage({ eventId, sortBy: FIRST_SORT, guest }, { cursor: null, limit: MEDIA_PAGE_LIMIT }),
  );
  client.setQueryData<MediaPages>(
    queryKey,
    (data) => data && applyRefresh(data, fresh, { sortBy, canInsert }),
  );
}

const MAX_READS = 3;

/**
 * Reads again what changed here meanwhile: the server may have answered before it knew of a vote or a deletion, which
 * would come undone on the screen.
 */
async function readUntilUnchanged<T>(
  countChanges: () => number | undefined,
  read: () => Promise<T>,
): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const before = countChanges();
    const found = await read();
    if (countChanges() === before || reads === MAX_READS) return found;
  }
}

function applyRefresh(
  data: MediaPages,
  fresh: MediaPage,
  { sortBy, canInsert }: { sortBy: MediaListInput['sortBy']; canInsert: boolean },
): MediaPages {
  if (sortBy !== FIRST_SORT) {
    return fresh.items.reduce((changed, item) => changeItem(changed, item.id, () => item), data);
  }
  if (canInsert) return mergeFirstPage(data, fresh, sortBy);
  const newItems = newItemsIn(data, fresh, sortBy);
  // No overlap: everything visible is further down the list.
  if (newItems.length === fresh.items.length) return data;
  return withoutItems(mergeFirstPage(data, fresh, sortBy), newItems);
}

/** Inserts the viewer's own new item into every list that is loaded that far, unless that would move visible tiles. */
export function insertMedia(client: QueryClient, item: MediaView): void {
  if (!isAtTop()) return;
  for (const [key, data] of client.getQueriesData<MediaPages>({ queryKey: mediaKey(item.eventId) })) {
    const sortBy = sortOf(key);
    if (data && sortBy) client.setQueryData(key, insertItem(data, item, sortBy));
  }
}

/** Merges the items that a live-updates poll found into the newest list. The other orders are refetched when next shown. */
export function showLiveUpdates(
  client: QueryClient,
  input: Omit<MediaListInput, 'sortBy'>,
  fresh: MediaPage,
): void {
  const { eventId } = input;
  const { queryKey } = mediaQuery({ ...input, sortBy: FIRST_SORT });
  void client.invalidateQueries({ queryKey: mediaKey(eventId), refetchType: 'none' });
  client.setQueryData<MediaPages>(queryKey, (data) => data && mergeFirstPage(data, fresh, FIRST_SORT));
  void client.invalidateQueries({ queryKey: ['/api/events', eventId], exact: true });
}
