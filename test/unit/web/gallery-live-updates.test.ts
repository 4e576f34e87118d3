import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import {
  type LiveUpdates,
  newItemsLabel,
  pollIntervalMs,
} from '../../../web/src/features/gallery/live-updates.ts';
import type { MediaPages } from '../../../web/src/features/gallery/media-pages.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';
import { showLiveUpdates } from '../../../web/src/features/gallery/media-cache.ts';

const page = (count: number, nextCursor: string | null): LiveUpdates['fresh'] => ({
  items: Array.from(
    { length: count },
    (_, index) => ({ id: `med_${index}`, uploadedAt: `2026-06-20T12:00:00.${999 - index}Z` }) as MediaView,
  ),
  nextCursor,
});

const keyOf = (sortBy: 'uploadedAt' | 'votes') =>
  mediaQuery({ eventId: 'evt_1', sortBy, guest: {} }).queryKey;

describe('live updates', () => {
  it('are polled for after 20 seconds, and at least every two minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(pollIntervalMs)).toEqual([
      20_000, 30_000, 45_000, 67_500, 101_250, 120_000, 120_000,
    ]);
  });

  it.each([
    [1, page(5, null), '1 new photo'],
    [3, page(5, null), '3 new photos'],
    [200, page(200, 'more'), '200+ new photos'],
    [199, page(200, 'more'), '199 new photos'],
    [200, page(200, null), '200 new photos'],
  ])('with %i new items have a label', (newCount, fresh, label) => {
    expect(newItemsLabel(newCount, { mediaCount: 0, quietPolls: 0, fresh })).toBe(label);
  });

  it('are merged into the newest list, and the other orders are invalidated', () => {
    const client = new QueryClient();
    const none: MediaPages = { pages: [{ items: [], nextCursor: null }], pageParams: [null] };
    client.setQueryData<MediaPages>(keyOf('uploadedAt'), none);
    client.setQueryData<MediaPages>(keyOf('votes'), none);
    showLiveUpdates(
      client,
      { eventId: 'evt_1', guest: {} },
      { items: page(2, null)?.items ?? [], nextCursor: null },
    );
    expect(client.getQueryData<MediaPages>(keyOf('uploadedAt'))?.pages[0]?.items).toHaveLength(2);
    expect(client.getQueryData<MediaPages>(keyOf('votes'))?.pages[0]?.items).toHaveLength(0);
    expect(client.getQueryState(keyOf('votes'))?.isInvalidated).toBe(true);
  });
});
