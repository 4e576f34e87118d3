import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { mediaRemoved } from '../../../web/src/changes/media-changes.ts';
import { voteChanged } from '../../../web/src/changes/vote-changes.ts';
import { itemsOf, type MediaPages } from '../../../web/src/changes/media-pages.ts';
import { refreshMedia } from '../../../web/src/features/gallery/media-cache.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';

const input = { eventId: 'evt_1', sortBy: 'uploadedAt', guest: {} } as const;
const { queryKey } = mediaQuery(input);

const photo = (voteCount: number) =>
  ({
    id: 'med_1',
    eventId: 'evt_1',
    status: 'approved',
    uploadedAt: '2026-06-20T12:00:00.000Z',
    voteCount,
    hasVoted: voteCount > 0,
  }) as MediaView;

const listOf = (item: MediaView): MediaPages => ({
  pages: [{ items: [item], nextCursor: null }],
  pageParams: [null],
});

/** Answers each request for the list with the next photo, after what happens meanwhile. */
function answer(...answers: readonly (readonly [MediaView, meanwhile?: () => void])[]) {
  const rest = [...answers];
  const fetch = vi.fn<() => Promise<Response>>(async () => {
    const [item, meanwhile] = rest.shift() ?? [photo(0)];
    meanwhile?.();
    return Response.json([item]);
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

const refreshedVotes = async (client: QueryClient) => {
  await refreshMedia(client, input, false);
  return itemsOf(client.getQueryData<MediaPages>(queryKey)?.pages ?? []).map(({ voteCount }) => voteCount);
};

const vote = (client: QueryClient, count: number) => () =>
  voteChanged(client, {
    eventId: 'evt_1',
    mediaId: 'med_1',
    state: { count, hasVoted: count > 0 },
    isPending: false,
  });

it('a vote that is cast while the list is read stays, and the list is read once', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
  const fetch = answer([photo(0), vote(client, 1)]);
  expect(await refreshedVotes(client)).toEqual([1]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('a vote that is taken back while the list is read stays so', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(1)));
  answer([photo(1), vote(client, 0)]);
  expect(await refreshedVotes(client)).toEqual([0]);
});

it('a photo that is deleted while the list is read does not come back', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(1)));
  answer([photo(1), () => mediaRemoved(client, { id: 'med_1', eventId: 'evt_1' })]);
  expect(await refreshedVotes(client)).toEqual([]);
});

it('a list that others’ votes have changed shows them, read once', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
  const fetch = answer([photo(5)]);
  expect(await refreshedVotes(client)).toEqual([5]);
  expect(fetch).toHaveBeenCalledTimes(1);
});
