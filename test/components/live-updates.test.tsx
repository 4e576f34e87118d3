import { InfiniteQueryObserver, MutationObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { mediaQuery } from '../../web/src/features/gallery/queries.ts';
import { claimGuest } from '../../web/src/features/account/actions.ts';
import { NO_GUEST, queryKeys } from '../../web/src/lib/query-keys.ts';
import EventLiveUpdates from '../../web/src/routes/event/live-updates.tsx';
import { fakeApi } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMediaList } from './sample-views.ts';
import { show } from './show.tsx';

const pollKey = queryKeys.galleryPoll({ eventId: EVENT_ID, guest: NO_GUEST });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  OpenSocket.last = undefined;
});

it('photos that have arrived are announced, and shown on request', async () => {
  let count = 2;
  fakeApi({
    'GET /api/events/{eventId}': () => sampleEvent({ mediaCount: count }),
    // The newest come first.
    'GET /api/events/{eventId}/media': () => sampleMediaList(3).slice(3 - count),
  });
  const shown = vi.fn<() => void>();
  const { client } = await show(
    <EventLiveUpdates
      event={sampleEvent({ mediaCount: count })}
      viewer={{ guest: NO_GUEST, isHost: false }}
      onShown={shown}
    />,
  );
  await client.fetchInfiniteQuery(list);
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  count = 3;
  // The page is looked at again.
  window.dispatchEvent(new Event('visibilitychange'));
  await page.getByRole('button', { name: '1 new photo' }).click();
  expect(shown).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

it('photos are looked for again and again, but not while the page is hidden or offline', async () => {
  const sent = fakeApi({ 'GET /api/events/{eventId}': () => sampleEvent({ mediaCount: 2 }) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { client } = await show(
    <EventLiveUpdates
      event={sampleEvent({ mediaCount: 2 })}
      viewer={{ guest: NO_GUEST, isHost: false }}
      onShown={vi.fn<() => void>()}
    />,
  );
  await vi.advanceTimersByTimeAsync(19_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => [sent.length, client.isFetching()]).toEqual([1, 0]);
  /** How often it looks in ten minutes. */
  const looks = async () => {
    sent.length = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      // An answer is read in the time of the browser.
      await expect.poll(() => client.isFetching()).toBe(0);
    }
    return sent.length;
  };
  expect(await looks()).toBeGreaterThan(4);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await looks()).toBe(0);
  visibility.mockReturnValue('visible');
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await looks()).toBeGreaterThan(4);
  window.dispatchEvent(new Event('offline'));
  expect(await looks()).toBe(0);
  window.dispatchEvent(new Event('online'));
  expect(await looks()).toBeGreaterThan(4);
});

/** A connection that is there at once. */
class OpenSocket extends EventTarget {
  static last: OpenSocket | undefined;
  readonly readyState = 1;
  constructor() {
    super();
    OpenSocket.last = this;
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string) {
    const { type, id } = JSON.parse(text);
    if (type === 'connection_init') this.says({ type: 'connection_ack' });
    if (type === 'subscribe') this.says({ type: 'subscribe_success', id });
  }
  says(frame: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
  close() {}
}

const ticket = () => ({
  url: 'wss://live/event/realtime',
  host: 'live',
  channel: '/events/a/0',
  ticket: 't',
});

/** The announcements of an event of two items, with a connection that is there at once. */
async function showConnected({ isHost = false } = {}) {
  vi.stubGlobal('WebSocket', OpenSocket);
  const event = sampleEvent({ mediaCount: 2 });
  const { client } = await show(
    <EventLiveUpdates event={event} viewer={{ guest: NO_GUEST, isHost }} onShown={() => {}} />,
  );
  return client;
}

const list = mediaQuery({ eventId: EVENT_ID, sortBy: 'uploadedAt', guest: NO_GUEST });
const idsOf = (client: QueryClient) =>
  client.getQueryData(list.queryKey)?.pages.flatMap(({ items }) => items.map(({ id }) => id));

it('goes on hearing when this browser’s guest moves to the account meanwhile', async () => {
  fakeApi({
    'GET /api/events/{eventId}': () => sampleEvent({ mediaCount: 2 }),
    'GET /api/events/{eventId}/media': () => sampleMediaList(3).slice(1),
    'POST /api/guests/claim': () => ({ claimed: true }),
    'POST /api/events/{eventId}/live-ticket': ticket,
  });
  const client = await showConnected();
  await client.fetchInfiniteQuery(list);
  await vi.waitUntil(() => OpenSocket.last);
  await new MutationObserver(
    client,
    claimGuest(client, { id: 'gst_1', token: 't', name: 'Ada', email: null }),
  ).mutate();
  const [item] = sampleMediaList(3);
  const id = `med_${'c'.repeat(26)}`;
  OpenSocket.last?.says({
    type: 'data',
    id: '1',
    event: JSON.stringify({ items: [{ ...item, id, version: 1, votesVersion: 0 }] }),
  });
  await expect.poll(() => idsOf(client)).toContain(id);
});

it('goes on looking for a host, who is told of nothing that waits for approval', async () => {
  let count = 2;
  const sent = fakeApi({
    'GET /api/events/{eventId}': () => sampleEvent({ mediaCount: count, pendingCount: count - 2 }),
    'GET /api/events/{eventId}/media': () => sampleMediaList(3).slice(3 - count),
    'POST /api/events/{eventId}/live-ticket': ticket,
  });
  const client = await showConnected({ isHost: true });
  await client.fetchInfiniteQuery(list);
  const looks = () => sent.filter(({ name }) => name === 'GET /api/events/{eventId}').length;
  // The one that comes with the connection.
  await expect.poll(() => [looks(), client.isFetching()]).toEqual([1, 0]);
  count = 3;
  // The page is looked at again.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByRole('button', { name: '1 new photo' })).toBeVisible();
});

it('goes on looking for somebody whose own photo waits for approval, until it is decided on', async () => {
  const [waiting, approved] = sampleMediaList(2) as [MediaView, MediaView];
  let isRejected = false;
  const sent = fakeApi({
    'GET /api/events/{eventId}': () => sampleEvent({ mediaCount: isRejected ? 1 : 2 }),
    'GET /api/events/{eventId}/media': () =>
      isRejected ? [approved] : [{ ...waiting, status: 'pending', isOwn: true }, approved],
    'POST /api/events/{eventId}/live-ticket': ticket,
  });
  const client = await showConnected();
  onTestFinished(new InfiniteQueryObserver(client, list).subscribe(() => {}));
  const looks = () => sent.filter(({ name }) => name === 'GET /api/events/{eventId}').length;
  // The look that comes with the connection.
  await expect.poll(() => [looks(), client.isFetching(), idsOf(client)?.length]).toEqual([1, 0, 2]);
  isRejected = true;
  await expect
    .poll(() => {
      // The page is looked at again, until it is drawn that a photo waits.
      window.dispatchEvent(new Event('visibilitychange'));
      return idsOf(client);
    })
    .toEqual([approved.id]);
  const looking = client.getQueryCache().find({ queryKey: pollKey });
  await expect.poll(() => looking?.observers.map(({ options }) => options.refetchInterval)).toEqual([false]);
});

it('shows what has changed while no connection was there, and announces what is new', async () => {
  // The newest, the one that stays, and the one that is removed.
  const items = sampleMediaList(3);
  let served = items.slice(1);
  fakeApi({
    // As many as before.
    'GET /api/events/{eventId}': () => sampleEvent({ mediaCount: 2 }),
    'GET /api/events/{eventId}/media': () => served,
    'POST /api/events/{eventId}/live-ticket': ticket,
  });
  const client = await showConnected();
  const leave = new InfiniteQueryObserver(client, list).subscribe(() => {});
  onTestFinished(leave);
  await expect.poll(() => idsOf(client)).toEqual([items[1]?.id, items[2]?.id]);
  const socket = await vi.waitUntil(() => OpenSocket.last);
  served = items.slice(0, 2);
  socket.dispatchEvent(new Event('close'));
  // The page is looked at again.
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByRole('button', { name: '1 new photo' })).toBeVisible();
  expect(idsOf(client)).toEqual([items[1]?.id]);
});
