import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { itemsOf, type MediaPage } from '../../changes/media-pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type MediaListInput, mediaQuery } from './queries.ts';

type GalleryInput = MediaListInput & {
  isEnabled: boolean;
  /** Whether uploads need approval: a guest may then have pending items that only they see. */
  isModerated: boolean;
};

/** An event's media in one order, and how to refresh it. */
export function useGalleryMedia({ isEnabled, isModerated, ...input }: GalleryInput) {
  const client = useQueryClient();
  const { eventId, sortBy } = input;
  const { guestId, token } = input.guest;
  const anonymousList = () =>
    client.getQueryData<InfiniteData<MediaPage, string | null>>(
      queryKeys.gallery({ eventId, sortBy, guest: {} }),
    );
  const query = useInfiniteQuery({
    ...mediaQuery(input),
    enabled: isEnabled,
    placeholderData: (last, lastQuery) => {
      // Becoming a guest changes the query key, but not what is on the screen.
      if (lastQuery?.queryKey[4] === sortBy) return last;
      // A page that the server has not drawn embeds what anonymous viewers see. A guest sees the same apart from their
      // votes, which follow, and their pending items, which would push down visible tiles: such guests wait for their own
      // list.
      const canShowAnonymousList = guestId !== undefined && !isModerated;
      return canShowAnonymousList ? anonymousList() : undefined;
    },
  });
  // What everybody sees stays on the screen if a guest's own list does not load.
  const list = query.data ?? (query.isError ? anonymousList() : undefined);
  const items = useMemo(() => itemsOf(list?.pages ?? []), [list]);

  const refresh = useCallback(
    async (expectsNewItems = false) => {
      const { refreshMedia } = await import('./refresh-media.ts');
      await refreshMedia(
        client,
        { eventId, sortBy, guest: guestId ? { guestId, token } : {} },
        expectsNewItems,
      );
    },
    [client, eventId, sortBy, guestId, token],
  );

  return { query, items, refresh };
}

export type Gallery = ReturnType<typeof useGalleryMedia>;

/** Signed URLs last an hour, those of single items 15 minutes. */
const RENEWAL_PAUSE_MS = 60_000;

/** Returns a callback for pictures that fail to load: it refetches the list, and with it fresh signed URLs. */
export function useRenewSignedUrls(refresh: () => Promise<void>): () => void {
  const last = useRef(-Infinity);
  return useCallback(() => {
    if (performance.now() - last.current < RENEWAL_PAUSE_MS) return;
    last.current = performance.now();
    void refresh().catch(() => {});
  }, [refresh]);
}
