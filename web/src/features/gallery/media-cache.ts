import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/contract/first-data.ts';
import { changeItem, type MediaPage, type MediaPages } from './media-pages.ts';
import { newItemsIn, insertItem, mergeFirstPage, withoutItems } from './merge-pages.ts';
import { mediaKey, type MediaListInput, mediaPage, mediaQuery, liveUpdatesKey, sortOf } from './queries.ts';

/** As many items as one call answers. */
const REFRESHED = 200;

/** Somebody looks at the beginning of the photos and not at some further down. */
const isAtTop = (): boolean => scrollY <= innerHeight / 2;

/**
 * Reads the shown list again. The orders that are not on the screen are read again when they are.
 * @param isWished somebody did something for which they expect new items: they are shown where that moves nothing that is
 *   looked at, else told of; other times what is shown is brought up to date and nothing joins it
 */
export async function refreshMedia(
  client: QueryClient,
  input: MediaListInput,
  isWished: boolean,
): Promise<void> {
  const { eventId, sortBy, guest } = input;
  const { queryKey } = mediaQuery(input);
  await client.invalidateQueries({ queryKey: mediaKey(eventId), refetchType: 'none' });
  const mayJoin = isWished && isAtTop();
  if (isWished && !mayJoin) void client.invalidateQueries({ queryKey: liveUpdatesKey(eventId) });
  if (mayJoin && sortBy !== FIRST_SORT) return client.refetchQueries({ queryKey, exact: true });
  const fresh = await mediaPage({ eventId, sortBy: FIRST_SORT, guest }, { cursor: null, limit: REFRESHED });
  client.setQueryData<MediaPages>(queryKey, (data) => data && updated(data, fresh, { sortBy, mayJoin }));
}

function updated(
  data: MediaPages,
  fresh: MediaPage,
  { sortBy, mayJoin }: { sortBy: MediaListInput['sortBy']; mayJoin: boolean },
): MediaPages {
  if (sortBy !== FIRST_SORT) {
    return fresh.items.reduce((changed, item) => changeItem(changed, item.id, () => item), data);
  }
  if (mayJoin) return mergeFirstPage(data, fresh, sortBy);
  const newItems = newItemsIn(data, fresh, sortBy);
  // Nothing of it is shown: what is, lies further down.
  if (newItems.length === fresh.items.length) return data;
  return withoutItems(mergeFirstPage(data, fresh, sortBy), newItems);
}

/** Shows one's new item in every list that is loaded as far as its place, unless that moves what one looks at. */
export function insertMedia(client: QueryClient, item: MediaView): void {
  if (!isAtTop()) return;
  for (const [key, data] of client.getQueriesData<MediaPages>({ queryKey: mediaKey(item.eventId) })) {
    const sortBy = sortOf(key);
    if (data && sortBy) client.setQueryData(key, insertItem(data, item, sortBy));
  }
}

/** Lets what a poll for live updates saw join the list of the newest; the other orders are read again when they are shown. */
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
