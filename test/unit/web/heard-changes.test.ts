import { createHmac } from 'node:crypto';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { LiveItem, LiveMessage } from '../../../shared/contract/live-updates.ts';
import { messageHeard } from '../../../web/src/changes/heard-changes.ts';
import { mediaSaved } from '../../../web/src/changes/media-changes.ts';
import type { MediaPages } from '../../../web/src/changes/media-pages.ts';
import { viewingOf } from '../../../web/src/changes/viewing.ts';
import { voteChanged } from '../../../web/src/changes/vote-changes.ts';
import { eventQuery } from '../../../web/src/features/events/queries.ts';
import { type GalleryPoll, pollQuery } from '../../../web/src/features/gallery/poll-gallery.ts';
import { ownItemsIn } from '../../../web/src/features/gallery/own-items.ts';
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
    votesVersion: 0,
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
    approvedCount: items.filter(({ status }) => status === 'approved').length,
    votedCount: 0,
    ...event,
  });
  const updates: GalleryPoll = { mediaCount: items.length, fresh: null, quietPolls: 0 };
  client.setQueryData(pollQuery(client, { eventId, guest, mediaCount: 0 }).queryKey, updates);
  leave = new InfiniteQueryObserver(client, key).subscribe(() => {});
}

const counts = (approved: number, version: number, voted = 0) => ({ approved, voted, version });
const hear = (message: LiveMessage, isHost = false) =>
  messageHeard(viewingOf(client), { eventId, guest, isHost }, message);
const shown = () =>
  client
    .getQueryData<MediaPages>(queryKeys.gallery({ eventId, guest, sortBy: 'uploadedAt' }))
    ?.pages.flatMap(({ items }) => items) ?? [];
const announced = () =>
  client.getQueryData<GalleryPoll>(queryKeys.galleryPoll({ eventId, guest }))?.fresh?.items ?? [];
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
    hear({ items: [heard(3), heard(2)], counts: counts(3, 1) });
    expect(shown().map(({ id }) => id)).toEqual([idOf(1)]);
    expect(announced().map(({ id }) => id)).toEqual([idOf(3), idOf(2)]);
    expect(event()?.mediaCount).toBe(3);
    hear({ items: [heard(3)], counts: counts(3, 1) });
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
    hear({ items: [heard(1, { downloadSize: 3, voteCount: 2 })], counts: counts(1, 1) });
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

/** As the contract says. */
const tagUnder = (key: string, id: string) =>
  createHmac('sha256', key).update(id).digest('base64url').slice(0, 16);

it('one’s own photo of another device is one’s own', async () => {
  open([known(1)]);
  const own = heard(2, { uploaderTag: tagUnder('own', idOf(2)) });
  const foreign = heard(3, { uploaderTag: tagUnder('foreign', idOf(3)) });
  vi.stubGlobal('isSecureContext', true);
  const ownIds = await ownItemsIn([own, foreign, heard(4)], 'own');
  expect([...ownIds]).toEqual([own.id]);
  messageHeard(viewingOf(client), { eventId, guest, isHost: false, ownIds }, { items: [own, foreign] });
  expect(announced().map(({ isOwn }) => isOwn)).toEqual([false, true]);
  expect(announced()[0]).not.toHaveProperty('uploaderTag');
});

describe('a photo that is gone', () => {
  it('leaves the screen and the count', () => {
    open([known(1), known(2)]);
    hear({ gone: [{ id: idOf(1) }], counts: counts(1, 1) });
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
    hear({ votes: [{ id: idOf(1), count: 5, version: 2 }], counts: counts(1, 1, 1) });
    expect(shown()[0]?.voteCount).toBe(5);
    expect(event()?.votedCount).toBe(1);
  });

  it('wait for one’s own that is on its way', () => {
    open([known(1)]);
    const vote = { eventId, mediaId: idOf(1), state: { count: 1, hasVoted: true } };
    voteChanged(viewingOf(client), { ...vote, isPending: true });
    hear({ votes: [{ id: idOf(1), count: 0, version: 1 }] });
    hear({ items: [heard(1, { voteCount: 0, votesVersion: 1 })] });
    expect(shown()[0]).toMatchObject({ voteCount: 1, hasVoted: true });
    voteChanged(viewingOf(client), { ...vote, isPending: false });
    hear({ votes: [{ id: idOf(1), count: 2, version: 2 }] });
    expect(shown()[0]).toMatchObject({ voteCount: 2, hasVoted: true });
  });

  it('that are older than what was heard change nothing, nor does an older item', () => {
    open([known(1)]);
    hear({ votes: [{ id: idOf(1), count: 5, version: 3 }] });
    hear({ votes: [{ id: idOf(1), count: 4, version: 2 }] });
    hear({ items: [heard(1, { voteCount: 3, votesVersion: 1, version: 2 })] });
    expect(shown()[0]?.voteCount).toBe(5);
  });
});

describe('counts', () => {
  it('are not added to: what the viewer counted already is counted once', () => {
    open([known(1)]);
    // Saved while one is scrolled down, so that no list has it.
    mediaSaved(viewingOf(client), known(2, { isOwn: true }));
    expect(event()?.mediaCount).toBe(2);
    hear({ items: [heard(2)], counts: counts(2, 1) });
    expect(event()).toMatchObject({ mediaCount: 2, approvedCount: 2 });
  });

  it('of an older message change nothing', () => {
    open([known(1)]);
    hear({ items: [heard(3)], counts: counts(3, 7) });
    hear({ items: [heard(2)], counts: counts(2, 6) });
    expect(event()?.mediaCount).toBe(3);
  });

  it('leave what waits for approval of the viewer’s own on top, until it is approved', () => {
    open([known(1), known(2, { status: 'pending', isOwn: true })]);
    hear({ items: [heard(3)], counts: counts(2, 1) });
    expect(event()?.mediaCount).toBe(3);
    hear({ items: [heard(2)], counts: counts(3, 2) });
    expect(event()?.mediaCount).toBe(3);
  });
});

const eventReads = () => vi.mocked(fetch).mock.calls.length;

describe('the event', () => {
  const answers: ((response: Response) => void)[] = [];
  const reading = () => {
    vi.mocked(fetch).mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    return new QueryObserver(client, eventQuery(eventId)).subscribe(() => {});
  };
  const answer = async (change: Partial<EventView>) => {
    answers.splice(0).forEach((resolve) => resolve(Response.json({ ...event(), ...change })));
    await vi.advanceTimersByTimeAsync(0);
  };

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('that a guest is reading is corrected by what is heard meanwhile, and not read again', async () => {
    open([known(1)]);
    const stop = reading();
    void client.refetchQueries({ queryKey: queryKeys.event(eventId) });
    hear({ items: [heard(2)], counts: counts(2, 1) });
    await answer({ mediaCount: 1, approvedCount: 1, name: 'Answered' });
    expect(event()).toMatchObject({ mediaCount: 2, approvedCount: 2, name: 'Answered' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(eventReads()).toBe(1);
    stop();
  });

  it('is read by a host once at a time, and then for all that was heard meanwhile', async () => {
    open([known(1)], { role: 'owner' });
    const stop = reading();
    for (let version = 1; version <= 9; version += 1) hear({ items: [heard(2, { version })] }, true);
    await vi.advanceTimersByTimeAsync(60_000);
    // A slow network: the answer is still on its way, and what was heard does not make it void.
    expect(eventReads()).toBe(1);
    await answer({});
    expect(eventReads()).toBe(2);
    await answer({});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(eventReads()).toBe(2);
    stop();
  });
});
