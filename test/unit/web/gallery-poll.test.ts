import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import {
  type GalleryPoll,
  pollQuery,
  newItemsLabel,
  pollIntervalMs,
} from '../../../web/src/features/gallery/poll-gallery.ts';
import { UPDATES_BEGIN_SECONDS } from '../../../web/src/features/gallery/poll-times.ts';
import { changesUnheard } from '../../../web/src/changes/heard-changes.ts';
import { viewingOf } from '../../../web/src/changes/viewing.ts';
import type { MediaPage, MediaPages } from '../../../web/src/changes/media-pages.ts';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';
import { showLiveUpdates } from '../../../web/src/features/gallery/refresh-media.ts';

const page = (count: number, nextCursor: string | null): GalleryPoll['fresh'] => ({
  items: Array.from(
    { length: count },
    (_, index) =>
      ({
        id: `med_${index}`,
        status: 'approved',
        uploadedAt: `2026-06-20T12:00:00.${999 - index}Z`,
      }) as MediaView,
  ),
  nextCursor,
});

const newest = (client: QueryClient) =>
  client.getQueryData<MediaPages>(keyOf('uploadedAt'))?.pages.flatMap(({ items }) => items);

function serveList(items: MediaView[], nextCursor?: string) {
  const headers = nextCursor ? { link: `</x?cursor=${nextCursor}>; rel="next"` } : undefined;
  const fetch = vi.fn<() => Promise<Response>>(async () => Response.json(items, { headers }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

const keyOf = (sortBy: 'uploadedAt' | 'votes') =>
  mediaQuery({ eventId: 'evt_1', sortBy, guest: {} }).queryKey;

describe('live updates', () => {
  it('are polled for after 20 seconds, and at least every two minutes', () => {
    expect(UPDATES_BEGIN_SECONDS).toBe(20);
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

  it('are inserted into the newest list, which is read again; the other orders are invalidated', async () => {
    const client = new QueryClient();
    const none: MediaPages = { pages: [{ items: [], nextCursor: null }], pageParams: [null] };
    client.setQueryData<MediaPages>(keyOf('uploadedAt'), none);
    client.setQueryData<MediaPages>(keyOf('votes'), none);
    const found = page(2, null) as MediaPage;
    const reading = serveList(found.items);
    const showing = showLiveUpdates(client, { eventId: 'evt_1', guest: {} }, found);
    expect(newest(client)).toHaveLength(2);
    await showing;
    expect(reading).toHaveBeenCalledTimes(1);
    expect(client.getQueryData<MediaPages>(keyOf('votes'))?.pages[0]?.items).toHaveLength(0);
    expect(client.getQueryState(keyOf('votes'))?.isInvalidated).toBe(true);
  });

  it('do not put what was found long ago over what the list has since', async () => {
    const client = new QueryClient();
    const found = page(2, null) as MediaPage;
    const [first, second] = found.items as [MediaView, MediaView];
    const voted = { ...second, voteCount: 7 };
    client.setQueryData<MediaPages>(keyOf('uploadedAt'), {
      pages: [{ items: [voted], nextCursor: null }],
      pageParams: [null],
    });
    serveList([first, voted]);
    const showing = showLiveUpdates(client, { eventId: 'evt_1', guest: {} }, found);
    expect(newest(client)).toEqual([first, voted]);
    await showing;
    expect(newest(client)).toEqual([first, voted]);
  });

  it('replace the list if more has arrived than they hold', async () => {
    const client = new QueryClient();
    const old = { id: 'med_old', uploadedAt: '2026-06-19T12:00:00.000Z' } as MediaView;
    client.setQueryData<MediaPages>(keyOf('uploadedAt'), {
      pages: [{ items: [old], nextCursor: null }],
      pageParams: [null],
    });
    const found = page(3, 'more') as MediaPage;
    serveList(found.items, 'more');
    await showLiveUpdates(client, { eventId: 'evt_1', guest: {} }, found);
    expect(newest(client)).toEqual(found.items);
  });

  it('end what is being prepared on the screen, and read the list for nothing else', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
    const event = { id: 'evt_1', role: 'anonymous', mediaCount: 2 } as EventView;
    const { items } = page(2, null) as MediaPage;
    const [first] = items as [MediaView];
    const item = (state: MediaView['state']): MediaView => ({ ...first, state });
    client.setQueryData<MediaPages>(keyOf('votes'), {
      pages: [{ items: [item('processing')], nextCursor: null }],
      pageParams: [null],
    });
    const input = { eventId: 'evt_1', sortBy: 'votes', guest: {} } as const;
    const leave = new InfiniteQueryObserver(client, mediaQuery(input)).subscribe(() => {});
    const paths: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname } = new URL(url, 'http://localhost');
      paths.push(pathname);
      return Response.json(pathname.endsWith('/media') ? [item('ready')] : event);
    });
    const polling = pollQuery(client, { eventId: 'evt_1', guest: {}, mediaCount: 2 });
    await client.fetchQuery({ ...polling, initialData: undefined });
    expect(client.getQueryData<MediaPages>(keyOf('votes'))?.pages[0]?.items[0]?.state).toBe('ready');
    await client.refetchQueries({ queryKey: polling.queryKey });
    expect(paths).toEqual(['/api/events/evt_1', '/api/events/evt_1/media', '/api/events/evt_1']);
    leave();
  });

  it('take off the screen what another host has rejected', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
    const [waiting, approved] = (page(2, null) as MediaPage).items as [MediaView, MediaView];
    client.setQueryData<MediaPages>(keyOf('uploadedAt'), {
      pages: [{ items: [{ ...waiting, status: 'pending' }, approved], nextCursor: null }],
      pageParams: [null],
    });
    const input = { eventId: 'evt_1', sortBy: 'uploadedAt', guest: {} } as const;
    onTestFinished(new InfiniteQueryObserver(client, mediaQuery(input)).subscribe(() => {}));
    const event = { id: 'evt_1', role: 'owner', mediaCount: 1 } as EventView;
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json(new URL(url, 'http://localhost').pathname.endsWith('/media') ? [approved] : event),
    );
    const looking = pollQuery(client, { eventId: 'evt_1', guest: {}, mediaCount: 2 });
    await client.fetchQuery({ ...looking, initialData: undefined });
    expect(newest(client)).toEqual([approved]);
  });

  it.each(['uploadedAt', 'votes'] as const)(
    'make a list by %s true again after a gap, without moving what is shown',
    async (sortBy) => {
      const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
      const { items } = page(4, null) as MediaPage;
      const [added, first, removed, last] = items.map((item) => ({ ...item, voteCount: 1 })) as [
        MediaView,
        MediaView,
        MediaView,
        MediaView,
      ];
      client.setQueryData<MediaPages>(keyOf(sortBy), {
        pages: [{ items: [first, removed, last], nextCursor: null }],
        pageParams: [null],
      });
      const input = { eventId: 'evt_1', sortBy, guest: {} } as const;
      const leave = new InfiniteQueryObserver(client, mediaQuery(input)).subscribe(() => {});
      const voted = { ...last, voteCount: 9 };
      // As many as before.
      const event = { id: 'evt_1', role: 'anonymous', mediaCount: 3 } as EventView;
      let isDown = true;
      vi.stubGlobal('fetch', async (url: string) => {
        const { pathname, searchParams } = new URL(url, 'http://localhost');
        if (!pathname.endsWith('/media')) return Response.json(event);
        if (isDown) return new Response(null, { status: 503 });
        return Response.json(
          searchParams.get('sortBy') === 'votes' ? [voted, added, first] : [added, first, voted],
        );
      });
      const polling = pollQuery(client, { eventId: 'evt_1', guest: {}, mediaCount: 3 });
      client.setQueryData(polling.queryKey, polling.initialData);
      changesUnheard(viewingOf(client), { eventId: 'evt_1', guest: {} });
      const shown = () =>
        client.getQueryData<MediaPages>(keyOf(sortBy))?.pages.flatMap((one) => one.items) ?? [];
      const poll = () => client.fetchQuery({ ...polling, initialData: undefined, staleTime: 0 });
      await poll();
      expect(shown()).toEqual([first, removed, last]);
      isDown = false;
      const { fresh } = await poll();
      expect(shown()).toEqual([first, voted]);
      expect(fresh?.items).toContainEqual(added);
      expect(client.getQueryData<GalleryPoll>(polling.queryKey)?.isBehind).toBe(false);
      leave();
    },
  );

  it.each([
    ['show at once in an empty gallery', 0, 2],
    ['wait until asked for where photos are on the screen', 1, 1],
  ])('%s', async (_, shown, expected) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
    const { items } = page(2, null) as MediaPage;
    const [newer, older] = items as [MediaView, MediaView];
    const shownItems = shown > 0 ? [older] : [];
    client.setQueryData<MediaPages>(keyOf('uploadedAt'), {
      pages: [{ items: shownItems, nextCursor: null }],
      pageParams: [null],
    });
    const event = { id: 'evt_1', role: 'anonymous', mediaCount: 2 } as EventView;
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json(new URL(url, 'http://localhost').pathname.endsWith('/media') ? [newer, older] : event),
    );
    const polling = pollQuery(client, { eventId: 'evt_1', guest: {}, mediaCount: shown });
    await client.fetchQuery({ ...polling, initialData: undefined });
    expect(newest(client)).toHaveLength(expected);
  });

  it('tell the page what the event has become, except where the viewer is known better', async () => {
    const client = new QueryClient();
    const event = { id: 'evt_1', role: 'owner', mediaCount: 2, pendingCount: 0 } as EventView;
    client.setQueryData(queryKeys.event('evt_1'), event);
    const fetch = vi.fn<() => Promise<Response>>(async () => Response.json({ ...event, pendingCount: 4 }));
    vi.stubGlobal('fetch', fetch);
    await client.fetchQuery({
      ...pollQuery(client, { eventId: 'evt_1', guest: {}, mediaCount: 2 }),
      initialData: undefined,
    });
    expect(client.getQueryData(queryKeys.event('evt_1'))).toMatchObject({ pendingCount: 4 });

    fetch.mockImplementation(async () =>
      Response.json({ ...event, role: 'anonymous', pendingCount: undefined }),
    );
    await client.refetchQueries({ queryKey: queryKeys.galleryPoll({ eventId: 'evt_1', guest: {} }) });
    expect(client.getQueryData(queryKeys.event('evt_1'))).toMatchObject({ role: 'owner', pendingCount: 4 });
    expect(client.getQueryState(queryKeys.event('evt_1'))?.isInvalidated).toBe(false);
  });

  it('read the event again for a user who has lost their place, or joined elsewhere', async () => {
    const client = new QueryClient();
    const event = { id: 'evt_1', role: 'participant', mediaCount: 2 } as EventView;
    client.setQueryData(queryKeys.event('evt_1'), event);
    vi.stubGlobal('fetch', async () => Response.json({ ...event, role: 'user', isPaused: true }));
    await client.fetchQuery({
      ...pollQuery(client, { eventId: 'evt_1', guest: {}, mediaCount: 2 }),
      initialData: undefined,
    });
    expect(client.getQueryState(queryKeys.event('evt_1'))?.isInvalidated).toBe(true);
  });

  it('tell the page of a paused event whether its guest has a place', async () => {
    const client = new QueryClient();
    const event = { id: 'evt_1', role: 'anonymous', mediaCount: 2, hasPlace: false } as EventView;
    client.setQueryData(queryKeys.event('evt_1'), event);
    const guest = { guestId: 'gst_1', token: 'secret' };
    const place = () => client.getQueryData(queryKeys.place({ eventId: 'evt_1', guest }));
    let answer = { ...event, role: 'guest', hasPlace: false, isPaused: false };
    vi.stubGlobal('fetch', async () => Response.json(answer));
    const polling = pollQuery(client, { eventId: 'evt_1', guest, mediaCount: 2 });
    await client.fetchQuery({ ...polling, initialData: undefined });
    // They may have one by the time it is paused.
    expect(place()).toBeUndefined();
    answer = { ...answer, hasPlace: true, isPaused: true };
    await client.refetchQueries({ queryKey: polling.queryKey });
    expect(place()).toBe(true);
    expect(client.getQueryData(queryKeys.event('evt_1'))).toMatchObject({
      role: 'anonymous',
      isPaused: true,
    });
  });
});
