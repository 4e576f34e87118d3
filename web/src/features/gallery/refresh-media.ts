import type { QueryClient } from '@tanstack/react-query';
import { MEDIA_PAGE_LIMIT } from '../../../../shared/values/media-page-limit.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import { changesMissed, galleryOutdated, newItemsFound } from '../../changes/gallery-changes.ts';
import type { MediaPage } from '../../changes/media-pages.ts';
import { type MediaListInput, mediaPage } from './queries.ts';

/**
 * Reads the visible list again. The other orders are read when they are next shown.
 * @param expectsNewItems the viewer's action makes them expect new items: these are inserted at the top of the gallery, and
 *   further down only announced, so that nothing moves. Otherwise visible items are updated and none are added.
 */
export function refreshMedia(
  client: QueryClient,
  input: MediaListInput,
  expectsNewItems: boolean,
): Promise<void> {
  return galleryOutdated(client, input, { expectsNewItems, readNewest: readNewest(input) });
}

/**
 * Shows the new items that a poll found, at the top of the newest list. The poll may be older than the list: what both
 * have is read again.
 */
export function showLiveUpdates(
  client: QueryClient,
  input: Omit<MediaListInput, 'sortBy'>,
  found: MediaPage,
): Promise<void> {
  return newItemsFound(client, input, { found, readNewest: readNewest(input) });
}

/**
 * Others' changes were missed while nobody listened: what is on the screen becomes true again, and nothing moves.
 * @param newest the first page of the newest list, which has just been read
 */
export function catchUp(client: QueryClient, input: MediaListInput, newest: MediaPage): Promise<void> {
  return changesMissed(client, input, async (cursor) =>
    cursor === null && input.sortBy === FIRST_SORT
      ? newest
      : mediaPage(input, { cursor, limit: MEDIA_PAGE_LIMIT }),
  );
}

const readNewest =
  ({ eventId, guest }: Omit<MediaListInput, 'sortBy'>) =>
  () =>
    mediaPage({ eventId, guest, sortBy: FIRST_SORT }, { cursor: null, limit: MEDIA_PAGE_LIMIT });
