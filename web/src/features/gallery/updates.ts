import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { MediaPages } from './media-pages.ts';
import { insertItem, mergeFirstPage } from './merge-pages.ts';
import { mediaKey, type MediaListInput, mediaPage, mediaQuery, sortOf } from './queries.ts';

/** As many items as one call answers. */
const REFRESHED = 200;

/** Reads the shown list again. The orders that are not on the screen are read again when they are. */
export async function refreshMedia(client: QueryClient, input: MediaListInput): Promise<void> {
  const { queryKey } = mediaQuery(input);
  await client.invalidateQueries({ queryKey: mediaKey(input.eventId), refetchType: 'none' });
  if (input.sortBy !== 'uploadedAt') return client.refetchQueries({ queryKey, exact: true });
  const fresh = await mediaPage(input, { cursor: null, limit: REFRESHED });
  client.setQueryData<MediaPages>(queryKey, (data) => data && mergeFirstPage(data, fresh, input.sortBy));
}

/** Shows a new item in every list that is loaded as far as its place. */
export function insertMedia(client: QueryClient, item: MediaView): void {
  for (const [key, data] of client.getQueriesData<MediaPages>({ queryKey: mediaKey(item.eventId) })) {
    const sortBy = sortOf(key);
    if (data && sortBy) client.setQueryData(key, insertItem(data, item, sortBy));
  }
}
