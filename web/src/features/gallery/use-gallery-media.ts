import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { changeItem, itemsOf, type MediaPages } from './media-pages.ts';
import { mediaKey, type MediaListInput, mediaQuery, sortOf } from './queries.ts';

type GalleryInput = MediaListInput & {
  isEnabled: boolean;
  /** A guest may have items waiting that others are not shown. */
  mayHaveOwn: boolean;
};

/** An event's media in one order, and how to change what is shown of it, highlights included. */
export function useGalleryMedia({ isEnabled, mayHaveOwn, ...input }: GalleryInput) {
  const client = useQueryClient();
  const { eventId, sortBy } = input;
  const { guestId, token } = input.guest;
  const query = useInfiniteQuery({
    ...mediaQuery(input),
    enabled: isEnabled,
    placeholderData: (last, lastQuery) => {
      // Becoming a guest changes the question, not what is on the screen.
      if (sortOf(lastQuery?.queryKey) === sortBy) return last;
      // What the page came with is what a stranger sees. A guest sees the same, until it is known what they
      // voted for; but for items of theirs that wait, which would push down what is looked at already.
      const isStrangers = guestId !== undefined && !mayHaveOwn;
      return isStrangers
        ? client.getQueryData(mediaQuery({ eventId, sortBy, guest: {} }).queryKey)
        : undefined;
    },
  });
  const items = useMemo(() => itemsOf(query.data?.pages ?? []), [query.data]);

  const change = useCallback(
    (id: string, to: (item: MediaView) => MediaView | null) => {
      client.setQueriesData<MediaPages>(
        { queryKey: mediaKey(eventId), predicate: ({ queryKey }) => sortOf(queryKey) !== undefined },
        (data) => data && changeItem(data, id, to),
      );
      client.setQueriesData<MediaView>(
        { queryKey: ['/api/media', id] },
        (item) => (item && to(item)) ?? undefined,
      );
      client.setQueriesData<MediaView[]>({ queryKey: ['/api/events', eventId, 'highlights'] }, (picks) =>
        picks?.flatMap((item) => (item.id === id ? (to(item) ?? []) : item)),
      );
    },
    [client, eventId],
  );
  const refresh = useCallback(
    async (isWished = false) => {
      const { refreshMedia } = await import('./media-cache.ts');
      await refreshMedia(client, { eventId, sortBy, guest: guestId ? { guestId, token } : {} }, isWished);
    },
    [client, eventId, sortBy, guestId, token],
  );

  return { query, items, change, refresh };
}

export type Gallery = ReturnType<typeof useGalleryMedia>;

/** Signatures last an hour, those of single items 15 minutes. */
const RENEWAL_PAUSE_MS = 60_000;

/** Answers what to call when a picture is refused: it reads the list again, and with it new signatures. */
export function useRenewSignedUrls(refresh: () => Promise<void>): () => void {
  const last = useRef(-Infinity);
  return useCallback(() => {
    if (performance.now() - last.current < RENEWAL_PAUSE_MS) return;
    last.current = performance.now();
    void refresh().catch(() => {});
  }, [refresh]);
}
