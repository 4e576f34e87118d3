import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { LiveItem, LiveMessage } from '../../../shared/contract/live-updates.ts';
import { messageHeard } from '../../../web/src/changes/heard-changes.ts';
import type { MediaPages } from '../../../web/src/changes/media-pages.ts';
import { viewingOf } from '../../../web/src/changes/viewing.ts';
import { voteChanged } from '../../../web/src/changes/vote-changes.ts';
import { type LiveUpdates, liveUpdatesQuery } from '../../../web/src/features/gallery/live-updates.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';

const eventId = 'evt_1';
const guest = {};
const idOf = (number: number) => `med_${String(number).padStart(26, 'a')}`;
const at = (number: number) => `2026-06-20T12:00:0${number}.000Z`;

const known = (number: number, change: Partial<MediaView> = {}): MediaView =>
  ({
    id: idOf(number),
    eventId,
    status: 'approved',
    uploadedAt: at(number),
    voteCount: 0,
    hasVoted: false,
    isOwn: false,
    uploaderName: null,
    renditions: {},
    ...change,
  }) as MediaView;

const heard = (number: number, change: Partial<LiveItem> = {}): LiveItem =>
  ({
    id: idOf(number),
    uploadedAt: at(number),
    voteCount: 0,
    uploaderName: null,
    state: 'ready',
    renditions: { tile: { url: '/media/open/x', width: 1, height: 1 } },
    version: 1,
    ...change,
  }) as LiveItem;

let client: QueryClient;
let leave = () => {};

function open(items: MediaView[], event: Partial<EventView> = {}) {
  const key = mediaQuery({ eventId, sortBy: 'uploadedAt', guest });
  client.setQueryData<MediaPages>(key.queryKey, { pages: [{ items, nextCursor: null }], pageParams: [null] });
  client.setQueryData(queryKeys.event(eventId), {
    id: eventId,
    role: 'guest',
    mediaCount: items.length,
    votedCount: 0,
    ...event,
  });
  const updates: LiveUpdates = { mediaCount: items.length, fresh: null, quietPolls: 0 };
  client.setQueryData(liveUpdatesQuery(client, { eventId, guest, mediaCount: 0 }).queryKey, updates);
  leave = new InfiniteQueryObserver(client, key).subscribe(() => {});
}

const hear = (message: LiveMessage, isHost = false) =>
  messageHeard(viewingOf(client), { eventId, guest, isHost }, message);
const shown = () =>
  client
    .getQueryData<MediaPages>(queryKeys.gallery({ eventId, guest, sortBy: 'uploadedAt' }))
    ?.pages.flatMap(({ items }) => items) ?? [];
const announced = () =>
  client.getQueryData<LiveUpdates>(queryKeys.liveUpdates({ eventId, guest }))?.fresh?.items ?? [];
const event = () => client.getQueryData<EventView>(queryKeys.event(eventId));

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  vi.stubGlobal('fetch', vi.fn<() => Promise<Response>>());
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

describe('a photo that is heard of', () => {
  it('is announced and counted, and moves nothing; nobody is asked for it', () => {
    open([known(1)]);
    hear({ items: [heard(3), heard(2)] });
    expect(shown().map(({ id }) => id)).toEqual([idOf(1)]);
    expect(announced().map(({ id }) => id)).toEqual([idOf(3), idOf(2)]);
    expect(event()?.mediaCount).toBe(3);
    hear({ items: [heard(3)] });
    expect([announced().length, event()?.mediaCount]).toEqual([2, 3]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('shows at once in an empty gallery', () => {
    open([]);
    hear({ items: [heard(1)] });
    expect(shown()).toMatchObject([
      { id: idOf(1), status: 'approved', thumbnailPath: '/media/open/x', isOwn: false },
    ]);
  });

  it('keeps what is about the viewer where it is known', () => {
    open([
      known(1, { status: 'pending', isOwn: true, hasVoted: true, originalName: 'a.jpg', downloadSize: 7 }),
    ]);
    hear({ items: [heard(1, { downloadSize: 3, voteCount: 2 })] });
    expect(shown()).toMatchObject([
      {
        status: 'approved',
        isOwn: true,
        hasVoted: true,
        originalName: 'a.jpg',
        downloadSize: 7,
        voteCount: 2,
      },
    ]);
    expect(event()?.mediaCount).toBe(1);
  });
});

describe('a photo that is gone', () => {
  it('leaves the screen and the count', () => {
    open([known(1), known(2)]);
    hear({ gone: [{ id: idOf(1) }] });
    expect(shown().map(({ id }) => id)).toEqual([idOf(2)]);
    expect(event()?.mediaCount).toBe(1);
  });

  it('does not come back by what is older, but by a later approval', () => {
    open([known(2)]);
    hear({ gone: [{ id: idOf(1), version: 2 }] });
    hear({ items: [heard(1, { version: 1 })] });
    expect(announced()).toEqual([]);
    hear({ items: [heard(1, { version: 3 })] });
    expect(announced()).toHaveLength(1);
    hear({ gone: [{ id: idOf(1) }] });
    hear({ items: [heard(1, { version: 4 })] });
    expect(announced()).toEqual([]);
  });

  it('is among the rejected ones for hosts, who read their counts again', () => {
    open([known(1)], { role: 'owner' });
    client.setQueryData(queryKeys.mediaByStatus(eventId, 'rejected'), {
      pages: [{ items: [known(1, { status: 'rejected' })], nextCursor: null }],
      pageParams: [null],
    });
    hear({ gone: [{ id: idOf(1), version: 2 }] }, true);
    expect(shown()).toEqual([]);
    expect(
      client.getQueryData<MediaPages>(queryKeys.mediaByStatus(eventId, 'rejected'))?.pages[0]?.items,
    ).toHaveLength(1);
    expect(client.getQueryState(queryKeys.event(eventId))?.isInvalidated).toBe(true);
  });
});

describe('votes', () => {
  it('show where the photo is, and count it among the voted', () => {
    open([known(1)]);
    hear({ votes: [{ id: idOf(1), count: 5 }] });
    expect(shown()[0]?.voteCount).toBe(5);
    expect(event()?.votedCount).toBe(1);
  });

  it('wait for one’s own that is on its way', () => {
    open([known(1)]);
    const vote = { eventId, mediaId: idOf(1), state: { count: 1, hasVoted: true } };
    voteChanged(viewingOf(client), { ...vote, isPending: true });
    hear({ votes: [{ id: idOf(1), count: 0 }] });
    expect(shown()[0]?.voteCount).toBe(1);
    voteChanged(viewingOf(client), { ...vote, isPending: false });
    hear({ votes: [{ id: idOf(1), count: 2 }] });
    expect(shown()[0]).toMatchObject({ voteCount: 2, hasVoted: true });
  });
});
