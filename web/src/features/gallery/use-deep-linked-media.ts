import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { useNavigate } from '../../lib/use-navigate.ts';
import { type GuestFields, itemQuery } from './queries.ts';
import type { useLightboxRoute } from './use-lightbox-route.ts';

/** How far a list is read for the place of an item that a link names. Beyond it the item is shown by itself. */
const MAX_ITEMS_SEARCHED = 10_000;
/** Items that are read ahead of the one that is shown. */
const PREFETCH_ITEMS = 5;

/** What is looked through: a list as far as it is loaded, and how to go on. */
export type LoadedMedia = {
  readonly items: readonly MediaView[];
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isSuccess: boolean;
    readonly fetchNextPage: () => unknown;
  };
};

/**
 * The item that is shown large. One that a link names may stand far down its list: it is asked for by itself and shown at
 * once, while the list is read on until its place and its neighbours are known. One that is not there closes the view.
 */
export function useDeepLinkedMedia(
  { items, query }: LoadedMedia,
  { id, index }: ReturnType<typeof useLightboxRoute>,
  asked: { eventId: string; guest: GuestFields },
): MediaView | undefined {
  const navigate = useNavigate();
  const { hasNextPage, isFetching, isSuccess, fetchNextPage } = query;
  const isAway = id !== null && index < 0 && isSuccess;
  const { data, isError } = useQuery({
    ...itemQuery({ mediaId: id ?? '', guest: asked.guest }),
    enabled: isAway,
  });
  const alone = isAway && data?.eventId === asked.eventId ? data : undefined;
  const isMissing = isAway && !alone && (isError || data !== undefined);
  // What was rejected stands in no gallery list.
  const isListed = alone !== undefined && alone.status !== 'rejected';
  const isWorthReading =
    index >= 0 ? index >= items.length - PREFETCH_ITEMS : isListed && items.length < MAX_ITEMS_SEARCHED;
  const isToRead = isWorthReading && hasNextPage && !isFetching;
  useEffect(() => {
    if (isToRead) void fetchNextPage();
  }, [isToRead, fetchNextPage]);
  useEffect(() => {
    if (isMissing) navigate.to('', { replace: true });
  }, [isMissing, navigate]);
  return items[index] ?? alone;
}
