import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { viewerChanged } from '../../../web/src/changes/event-changes.ts';
import { mediaRemoved } from '../../../web/src/changes/media-changes.ts';
import { viewingOf } from '../../../web/src/changes/viewing.ts';
import { voteChanged } from '../../../web/src/changes/vote-changes.ts';
import { itemsOf, type MediaPages } from '../../../web/src/changes/media-pages.ts';
import { refreshMedia, showLiveUpdates } from '../../../web/src/features/gallery/refresh-media.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';

const input = { eventId: 'evt_1', sortBy: 'uploadedAt', guest: {} } as const;
const { queryKey } = mediaQuery(input);

const photo = (voteCount: number, id = 'med_1') =>
  ({
    id,
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
  voteChanged(viewingOf(client), {
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
  answer([photo(1), () => mediaRemoved(viewingOf(client), { id: 'med_1', eventId: 'evt_1' })]);
  expect(await refreshedVotes(client)).toEqual([]);
});

it('a refresh that was answered to somebody else is not shown to the next person', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(1)));
  answer([
    photo(1),
    () => {
      viewerChanged(client);
      client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
    },
  ]);
  expect(await refreshedVotes(client)).toEqual([0]);
});

it('a ranking whose items were read again is still to be put in order', async () => {
  const client = new QueryClient();
  const ranking = { ...input, sortBy: 'votes' } as const;
  client.setQueryData<MediaPages>(mediaQuery(ranking).queryKey, listOf(photo(1)));
  answer([photo(5)]);
  await refreshMedia(client, ranking, false);
  const state = client.getQueryState<MediaPages>(mediaQuery(ranking).queryKey);
  expect(itemsOf(state?.data?.pages ?? []).map(({ voteCount }) => voteCount)).toEqual([5]);
  expect(state?.isInvalidated).toBe(true);
});

it('a list that others’ votes have changed shows them, read once', async () => {
  const client = new QueryClient();
  client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
  const fetch = answer([photo(5)]);
  expect(await refreshedVotes(client)).toEqual([5]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

/** Requests for a list, which the test answers in any order. */
function openRequests({ hasMore = false } = {}) {
  const headers: HeadersInit = hasMore ? { link: '</?cursor=next>; rel="next"' } : {};
  const requests: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>();
    requests.push(request);
    return request.promise;
  });
  return {
    /** Resolves once so many requests have begun. */
    begun: (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count)),
    answer: (index: number, ...items: MediaView[]) =>
      requests[index]?.resolve(Response.json(items, { headers })),
  };
}

describe.each(['uploadedAt', 'votes'] as const)('refreshes of the order %s that overlap', (sortBy) => {
  const shown = { ...input, sortBy } as const;
  const list = mediaQuery(shown).queryKey;

  /** Begins so many refreshes, one after the other. */
  async function refreshes(count: number) {
    const client = new QueryClient();
    client.setQueryData<MediaPages>(list, listOf(photo(0)));
    const { begun, answer } = openRequests();
    const done: Promise<void>[] = [];
    for (let index = 0; index < count; index += 1) {
      done.push(refreshMedia(client, shown, false));
      await begun(index + 1);
    }
    const votes = () => itemsOf(client.getQueryData<MediaPages>(list)?.pages ?? [])[0]?.voteCount;
    /** Answers a refresh and waits until it is shown. */
    const answerWith = async (index: number, voteCount: number) => {
      answer(index, photo(voteCount));
      await done[index];
    };
    return { client, votes, answerWith };
  }

  it('show what the later one read, in whatever order they are answered', async () => {
    const { votes, answerWith } = await refreshes(2);
    await answerWith(1, 2);
    await answerWith(0, 1);
    expect(votes()).toBe(2);
  });

  it('show each answer that is newer than the last one', async () => {
    const { votes, answerWith } = await refreshes(4);
    const answers = [];
    for (const index of [2, 1, 3, 0]) {
      await answerWith(index, index + 1);
      answers.push(votes());
    }
    expect(answers).toEqual([3, 3, 4, 4]);
  });

  it('keep a vote that is cast between their answers', async () => {
    const { client, votes, answerWith } = await refreshes(2);
    await answerWith(1, 2);
    vote(client, 3)();
    await answerWith(0, 1);
    expect(votes()).toBe(3);
  });
});

const shownIds = (client: QueryClient) =>
  itemsOf(client.getQueryData<MediaPages>(queryKey)?.pages ?? [])
    .map(({ id }) => id)
    .toSorted();

describe('new photos stay that are shown', () => {
  const items = [photo(0, 'med_2'), photo(0)];

  it('while an older refresh is on its way', async () => {
    const client = new QueryClient();
    client.setQueryData<MediaPages>(queryKey, listOf(photo(0)));
    const { begun, answer } = openRequests();
    const refreshed = refreshMedia(client, input, false);
    await begun(1);
    const shown = showLiveUpdates(client, input, { items, nextCursor: null });
    await begun(2);
    answer(0, photo(0));
    await refreshed;
    answer(1, ...items);
    await shown;
    expect(shownIds(client)).toEqual(['med_1', 'med_2']);
  });

  it('while the next page is on its way', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    client.setQueryData<MediaPages>(queryKey, {
      ...listOf(photo(0)),
      pages: [{ items: [photo(0)], nextCursor: 'next' }],
    });
    // The log follows requests from the first change on.
    vote(client, 0)();
    const { begun, answer } = openRequests({ hasMore: true });
    const observer = new InfiniteQueryObserver(client, mediaQuery(input));
    onTestFinished(observer.subscribe(() => {}));
    const nextPage = observer.fetchNextPage();
    await begun(1);
    const shown = showLiveUpdates(client, input, { items, nextCursor: null });
    await begun(2);
    answer(1, ...items);
    await shown;
    answer(0, { ...photo(0, 'med_0'), uploadedAt: '2026-06-20T11:00:00.000Z' });
    await nextPage;
    expect(shownIds(client)).toEqual(['med_0', 'med_1', 'med_2']);
  });
});
