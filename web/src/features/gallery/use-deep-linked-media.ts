import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { PHOTO_FAILED } from '../../../../shared/offline-messages.ts';
import { statusOf } from '../../lib/call.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast-store.ts';
import { itemQuery } from './item-query.ts';
import type { useLightboxRoute } from './use-lightbox-route.ts';

const PHOTO_GONE = { title: 'Not Here', text: 'That photo is no longer here.' };

/** How far a list is loaded to find a linked item's position. Beyond that the item is shown alone. */
const MAX_ITEMS_SEARCHED = 10_000;
/** The next page is fetched when this many items are left after the shown one. */
const PREFETCH_ITEMS = 5;

/** The loaded part of a list, and how to load more. */
export type LoadedMedia = {
  readonly items: readonly MediaView[];
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isSuccess: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
};

/**
 * The item in the lightbox. A linked item can be far down its list: it is fetched alone and shown at once, while the
 * list loads until the item's position and neighbours are known. A link to an item that is not there says
 * so and leads to the gallery.
 */
export function useDeepLinkedMedia(
  { items, query }: LoadedMedia,
  { id, index, leave }: ReturnType<typeof useLightboxRoute>,
  input: { eventId: string; guest: GuestFields },
): MediaView | undefined {
  const { isSuccess, fetchNextPage } = query;
  const isNotLoaded = id !== null && index < 0 && isSuccess;
  const single = useSingleItem({ ...input, mediaId: id ?? '' }, isNotLoaded);
  const { isMissing, isGone } = single;
  // A page that did not come is asked for again by the viewer alone.
  const mayFetchNext = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const shouldFetchNext = mayFetchNext && needsNextPage(items.length, index, single.item);
  useEffect(() => {
    if (shouldFetchNext) void fetchNextPage();
  }, [shouldFetchNext, fetchNextPage]);
  useEffect(() => {
    if (!isMissing) return;
    leave();
    toast(isGone ? PHOTO_GONE : PHOTO_FAILED, 'bad');
  }, [isMissing, isGone, leave]);
  return items[index] ?? single.item;
}

/** An item by itself, or why it cannot be shown. */
function useSingleItem(input: Parameters<typeof itemQuery>[0], isEnabled: boolean) {
  const { data, error, isError } = useQuery({ ...itemQuery(input), enabled: isEnabled });
  const item = isEnabled && data?.eventId === input.eventId ? data : undefined;
  const isMissing = isEnabled && !item && (isError || data !== undefined);
  // What the network or the server failed to answer may still be there.
  const isGone = error === null || (statusOf(error) ?? 500) < 500;
  return { item, isMissing, isGone };
}

/** Whether the shown item is near the end of the loaded ones, or is still searched for among them. */
function needsNextPage(loadedCount: number, index: number, singleItem: MediaView | undefined): boolean {
  if (index >= 0) return index >= loadedCount - PREFETCH_ITEMS;
  // Rejected items are in no gallery list.
  const canBeListed = singleItem !== undefined && singleItem.status !== 'rejected';
  return canBeListed && loadedCount < MAX_ITEMS_SEARCHED;
}
