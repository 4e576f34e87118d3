import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { changeItem, itemsOf, type MediaPages } from './media-pages.ts';
import { mediaKey, type MediaListInput, mediaQuery, sortOf } from './queries.ts';

type GalleryInput = MediaListInput & { isEnabled: boolean };

/** An event's media in one order, and how to change what is shown of it. */
export function useGalleryMedia({ isEnabled, ...input }: GalleryInput) {
  const client = useQueryClient();
  const { eventId, sortBy } = input;
  const { guestId, token } = input.guest;
  const query = useInfiniteQuery({
    ...mediaQuery(input),
    enabled: isEnabled,
    // Becoming a guest changes the question, not what is on the screen.
    placeholderData: (last, lastQuery) => (sortOf(lastQuery?.queryKey) === sortBy ? last : undefined),
  });
  const items = useMemo(() => itemsOf(query.data?.pages ?? []), [query.data]);

  const change = useCallback(
    (id: string, to: (item: MediaView) => MediaView | null) => {
      client.setQueriesData<MediaPages>(
        { queryKey: mediaKey(eventId), predicate: ({ queryKey }) => sortOf(queryKey) !== undefined },
        (data) => data && changeItem(data, id, to),
      );
    },
    [client, eventId],
  );
  const refresh = useCallback(async () => {
    const { refreshMedia } = await import('./updates.ts');
    await refreshMedia(client, { eventId, sortBy, guest: guestId ? { guestId, token } : {} });
  }, [client, eventId, sortBy, guestId, token]);

  return { query, items, change, refresh };
}

export type Gallery = ReturnType<typeof useGalleryMedia>;

/** Signatures last an hour, those of single items 15 minutes. */
const RENEWAL_PAUSE_MS = 60_000;

/** Answers what to call when a picture is refused: it reads the list again, and with it new signatures. */
export function useRenewal(refresh: () => Promise<void>): () => void {
  const last = useRef(-Infinity);
  return useCallback(() => {
    if (performance.now() - last.current < RENEWAL_PAUSE_MS) return;
    last.current = performance.now();
    void refresh().catch(() => {});
  }, [refresh]);
}
