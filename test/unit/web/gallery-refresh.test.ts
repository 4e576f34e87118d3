import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { refreshMedia } from '../../../web/src/features/gallery/media-cache.ts';
import { itemsOf, type MediaPages } from '../../../web/src/features/gallery/media-pages.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';

const input = { eventId: 'evt_1', sortBy: 'uploadedAt', guest: {} } as const;
const { queryKey } = mediaQuery(input);

const photo = (voteCount: number) =>
  ({
    id: 'med_1',
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

it('a list that changes while it is read is read again, so that a vote given meanwhile stays', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
  const vote = () => client.setQueryData<MediaPages>(queryKey, listOf(photo(1)));
  const fetch = answer([photo(0), vote], [photo(1)]);
  expect(await refreshedVotes(client)).toEqual([1]);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('a list that changes all the time is not read for ever', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
  const change = () => client.setQueryData<MediaPages>(queryKey, listOf(photo(1)));
  const fetch = answer([photo(1), change], [photo(1), change], [photo(2), change], [photo(3), change]);
  expect(await refreshedVotes(client)).toEqual([2]);
  expect(fetch).toHaveBeenCalledTimes(3);
});

it('a list that others’ votes have changed shows them, read once', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
  const fetch = answer([photo(5)]);
  expect(await refreshedVotes(client)).toEqual([5]);
  expect(fetch).toHaveBeenCalledTimes(1);
});
