import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import { mediaModerated, mediaRemoved, mediaSaved } from '../../../web/src/changes/media-changes.ts';
import { voteChanged } from '../../../web/src/changes/vote-changes.ts';
import type { MediaPages } from '../../../web/src/changes/media-pages.ts';
import { viewingOf } from '../../../web/src/changes/viewing.ts';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';
import { photo } from './changes-server.ts';

// What a page shows at once, before anything is read again, and what it never shows again.

const eventId = 'evt_1';
const list = queryKeys.gallery({ eventId, guest: {}, sortBy: 'uploadedAt' });
const [pending, approved, other] = [
  photo(1, { status: 'pending' }),
  photo(2, { voteCount: 3 }),
  photo(3),
] as const;
const all = [other, approved, pending];

let client: QueryClient;

const pagesOf = (items: readonly MediaView[]): MediaPages =>
  ({ pages: [{ items, nextCursor: null }], pageParams: [null] }) as unknown as MediaPages;
const shown = () =>
  client.getQueryData<MediaPages>(list)?.pages.flatMap(({ items }) => items.map(({ id }) => id));
const counts = () => {
  const { mediaCount, votedCount, pendingCount, rejectedCount } = client.getQueryData(
    queryKeys.event(eventId),
  ) as EventView;
  return { mediaCount, votedCount, pendingCount, rejectedCount };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('innerHeight', 800);
  client = new QueryClient();
  client.setQueryData(queryKeys.event(eventId), {
    id: eventId,
    mediaCount: 3,
    votedCount: 1,
    pendingCount: 1,
    rejectedCount: 0,
  });
  client.setQueryData(list, pagesOf(all));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rejected: MediaView = { ...approved, status: 'rejected', moderatedAt: '2026-06-21T00:00:00.000Z' };
const decided: MediaView = { ...pending, status: 'approved', moderatedAt: '2026-06-21T00:00:00.000Z' };

describe('the event’s counts', () => {
  it.each([
    ['after a photo with votes is deleted', () => mediaRemoved(viewingOf(client), approved), [2, 0, 1, 0]],
    ['after a pending one is deleted', () => mediaRemoved(viewingOf(client), pending), [2, 1, 0, 0]],
    ['after one is rejected', () => mediaModerated(viewingOf(client), rejected), [2, 0, 1, 1]],
    ['after one is approved', () => mediaModerated(viewingOf(client), decided), [3, 1, 0, 0]],
    ['after one is saved', () => mediaSaved(viewingOf(client), photo(4)), [4, 1, 1, 0]],
  ])('%s are right at once', (_, change, [mediaCount, votedCount, pendingCount, rejectedCount]) => {
    change();
    expect(counts()).toEqual({ mediaCount, votedCount, pendingCount, rejectedCount });
  });
});

it('a deleted photo does not come back, however late an answer still has it', async () => {
  mediaRemoved(viewingOf(client), approved);
  expect(shown()).toEqual([other.id, pending.id]);
  vi.advanceTimersByTime(3_600_000);
  await client.fetchQuery({ queryKey: list, queryFn: () => pagesOf(all) });
  expect(shown()).toEqual([other.id, pending.id]);
});

it('a decided photo is not pending again, however late an answer still says so', async () => {
  mediaModerated(viewingOf(client), decided);
  vi.advanceTimersByTime(3_600_000);
  await client.fetchQuery({ queryKey: list, queryFn: () => pagesOf(all) });
  const items = client.getQueryData<MediaPages>(list)?.pages.flatMap((page) => page.items) ?? [];
  expect(items.find(({ id }) => id === pending.id)?.status).toBe('approved');
});

it.each([
  ['deleted', () => mediaRemoved(viewingOf(client), approved)],
  ['rejected', () => mediaModerated(viewingOf(client), rejected)],
])('what chooses from all photos is read again after one is %s', (_, change) => {
  const chosen = [queryKeys.timeline({ eventId, guest: {} }), queryKeys.highlights({ eventId, guest: {} })];
  for (const key of chosen) client.setQueryData(key, all);
  change();
  expect(chosen.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});

const read = (queryKey: typeof list, items: readonly MediaView[]) =>
  client.fetchQuery({ queryKey, queryFn: () => pagesOf(items) });

describe('a vote', () => {
  const ranking = queryKeys.gallery({ eventId, guest: {}, sortBy: 'votes' });
  const vote = (mediaId: string, count: number) => {
    const state = { count, hasVoted: true };
    for (const isPending of [true, false])
      voteChanged(viewingOf(client), { eventId, mediaId, state, isPending });
  };
  const ranked = () => client.getQueryData<MediaPages>(ranking)?.pages[0]?.items;

  it('does not bring back what has been rejected since', async () => {
    vote(approved.id, 4);
    await read(ranking, []);
    expect(ranked()).toEqual([]);
    await read(list, [other]);
    expect(shown()).toEqual([other.id]);
    vote(other.id, 1);
    await read(list, []);
    await read(ranking, []);
    expect([shown(), ranked()]).toEqual([[], []]);
  });

  it('ranks its photo where the server’s order does not have it yet', async () => {
    vote(other.id, 1);
    await read(ranking, [approved]);
    expect(ranked()).toMatchObject([{ id: approved.id }, { id: other.id, voteCount: 1 }]);
    vote(other.id, 5);
    await read(ranking, [approved, { ...other, voteCount: 1 }]);
    expect(ranked()).toMatchObject([{ id: other.id, voteCount: 5 }, { id: approved.id }]);
  });
});
