import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { changeItem, insertItem, itemsOf, type MediaPages, mergeFirstPage } from './media-pages.ts';
import { type GuestFields, mediaKey, mediaPage, mediaQuery } from './queries.ts';

type GalleryInput = { eventId: string; sortBy: SortBy; guest: GuestFields; isEnabled: boolean };

/** An event's media in one order, and what may be done to what is shown of it. */
export function useGalleryMedia({ eventId, sortBy, guest, isEnabled }: GalleryInput) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...mediaQuery({ eventId, sortBy, guest }),
    enabled: isEnabled,
    // Becoming a guest changes the question, not what is on the screen.
    placeholderData: (last, lastQuery) => (sortOf(lastQuery?.queryKey) === sortBy ? last : undefined),
  });
  const items = useMemo(() => itemsOf(query.data?.pages ?? []), [query.data]);

  const changeAll = useCallback(
    (change: (data: MediaPages, sortBy: SortBy) => MediaPages) => {
      for (const [key, data] of client.getQueriesData<MediaPages>({ queryKey: mediaKey(eventId) })) {
        const sort = sortOf(key);
        if (data && sort) client.setQueryData(key, change(data, sort));
      }
    },
    [client, eventId],
  );
  const change = useCallback(
    (id: string, to: (item: MediaView) => MediaView | null) => changeAll((data) => changeItem(data, id, to)),
    [changeAll],
  );
  const insert = useCallback(
    (item: MediaView) => changeAll((data, sort) => insertItem(data, item, sort)),
    [changeAll],
  );

  const { guestId, token } = guest;
  const refresh = useCallback(async () => {
    const input = { eventId, sortBy, guest: { guestId, token } };
    const { queryKey } = mediaQuery({ ...input, guest: guestId ? input.guest : {} });
    // The orders that are not on the screen are read again when they are.
    await client.invalidateQueries({ queryKey: mediaKey(eventId), refetchType: 'none' });
    if (sortBy !== 'uploadedAt') return client.refetchQueries({ queryKey, exact: true });
    const fresh = await mediaPage(input, { cursor: null, limit: 200 });
    client.setQueryData<MediaPages>(queryKey, (data) => data && mergeFirstPage(data, fresh, sortBy));
  }, [client, eventId, sortBy, guestId, token]);

  return { query, items, change, insert, refresh };
}

export type Gallery = ReturnType<typeof useGalleryMedia>;

function sortOf(key: readonly unknown[] | undefined): SortBy | undefined {
  const last = key?.at(-1);
  return typeof last === 'object' && last !== null && 'sortBy' in last ? (last.sortBy as SortBy) : undefined;
}

/** How long to wait for one's own fresh uploads to be prepared: a minute in all. */
const PAUSES_MS = [1500, 2000, 3000, 5000, 8000, 12_000, 13_000, 15_000];

/** Asks for one's own fresh uploads with growing pauses until their pictures are made. */
export function useFreshUploads(items: readonly MediaView[], refresh: () => Promise<void>): void {
  const awaited = items
    .filter(({ isOwn, state, uploadedAt }) => isOwn && state === 'processing' && isFresh(uploadedAt))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (awaited === '') return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = ([pause, ...rest]: readonly number[]) => {
      if (pause === undefined) return;
      timer = setTimeout(() => {
        // Whether it is answered or not, the next pause follows.
        void refresh()
          .catch(() => {})
          .finally(() => ask(rest));
      }, pause);
    };
    ask(PAUSES_MS);
    return () => clearTimeout(timer);
  }, [awaited, refresh]);
}

const isFresh = (uploadedAt: string) => Date.now() - Date.parse(uploadedAt) < 120_000;

/** Renewals of what lets the pictures be seen: signatures last an hour, those of single items 15 minutes. */
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
