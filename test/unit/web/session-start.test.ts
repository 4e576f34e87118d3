import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserView } from '../../../shared/contract/entities.ts';
import { eventsQuery } from '../../../web/src/features/events/event-list-query.ts';
import { eventQuery } from '../../../web/src/features/events/queries.ts';
import { mediaQuery } from '../../../web/src/features/gallery/queries.ts';
import { peopleQuery } from '../../../web/src/features/people/queries.ts';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';

// The session in pages of one browser: each has modules of its own, and all share the server and the channel.

const person = (id: string): UserView => ({
  id,
  email: `${id}@example.com`,
  firstName: id,
  lastName: null,
  profileImageUrl: null,
});
const [ada, bea] = [person('ada'), person('bea')];

const event = eventQuery('evt_1').queryKey;
const gallery = mediaQuery({ eventId: 'evt_1', sortBy: 'uploadedAt', guest: {} }).queryKey;
const people = peopleQuery('evt_2').queryKey;

const server: { user: UserView | null; calls: string[] } = { user: ada, calls: [] };
const channels = new Set<FakeChannel>();
let nowMs = 0;

class FakeChannel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }
  hear(data: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
  postMessage(data: unknown) {
    for (const channel of channels) if (channel !== this) channel.hear(data);
  }
  close() {
    channels.delete(this);
  }
}

const refuse = (code: string) => Response.json({ message: 'No.', code }, { status: 401 });

/** Answers as the API does: a call that names somebody else than the session's user is refused. */
async function answer(path: string, init: { method: string; headers: Record<string, string> }) {
  const expected = init.headers['x-gatherlens-user'];
  server.calls.push(`${init.method} ${path} ${expected}`);
  if (path === '/api/auth/user') return server.user ? Response.json(server.user) : refuse('unauthenticated');
  if (expected !== undefined && expected !== (server.user?.id ?? 'none')) return refuse('session_changed');
  return Response.json([{ by: server.user?.id ?? 'nobody' }]);
}

beforeEach(() => {
  Object.assign(server, { user: ada, calls: [] });
  nowMs = 0;
  channels.clear();
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('performance', { now: () => nowMs });
});
afterEach(() => vi.unstubAllGlobals());

/** A page, with a screen that shows the user's events. */
async function openPage(embedded?: UserView | null) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.resetModules();
  const [{ startSession }, { createQueryClient }, { sessionWatch }, { userQuery }, { call }] =
    await Promise.all([
      import('../../../web/src/app/start-session.ts'),
      import('../../../web/src/lib/query-client.ts'),
      import('../../../web/src/lib/session-watch.ts'),
      import('../../../web/src/lib/use-session.ts'),
      import('../../../web/src/lib/call.ts'),
    ]);
  const client = createQueryClient();
  if (embedded !== undefined) client.setQueryData(userQuery.queryKey, embedded);
  startSession(client);
  const user = new QueryObserver(client, userQuery);
  user.subscribe(() => undefined);
  const show = (queryKey: readonly unknown[]) => {
    const observer = new QueryObserver<unknown>(client, {
      queryKey,
      queryFn: () => call('GET /api/events', {}),
    });
    observer.subscribe(() => undefined);
    return observer;
  };
  return {
    page,
    client,
    watch: sessionWatch,
    user,
    show,
    vote: () => call('POST /api/events', { body: { name: 'x' } }),
  };
}

it('takes an embedded user as looked up, and asks when the page is visible again', async () => {
  const { page, watch } = await openPage(ada);
  expect(server.calls).toEqual([]);
  nowMs = 60_000;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(server.calls).toEqual(['GET /api/auth/user undefined']));
  await watch.lookAgain();
  server.user = null;
  // However short a while ago the page was left.
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(watch.view.notice).toEqual({ user: null }));
});

it('asks when the network is back', async () => {
  const { page } = await openPage(ada);
  nowMs = 60_000;
  page.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(server.calls).toEqual(['GET /api/auth/user undefined']));
});

it('learns nothing from a lookup that is still under way', async () => {
  const { page, client, watch } = await openPage(ada);
  const learn = vi.spyOn(watch, 'learn');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  nowMs = 60_000;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(client.getQueryState(queryKeys.session)?.status).toBe('error'));
  expect(learn).not.toHaveBeenCalled();
});

it('does not ask when the page is hidden', async () => {
  const { page } = await openPage(ada);
  nowMs = 60_000;
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(server.calls).toEqual([]);
});

it('tells other tabs, which show what the next person sees', async () => {
  const tab = await openPage(ada);
  const events = tab.show(eventsQuery.queryKey);
  await vi.waitFor(() => expect(events.getCurrentResult().data).toEqual([{ by: 'ada' }]));
  server.user = bea;
  await openPage(bea);
  await vi.waitFor(() => expect(events.getCurrentResult().data).toEqual([{ by: 'bea' }]));
  expect(tab.user.getCurrentResult().data).toEqual(bea);
  expect(tab.watch.view.notice).toEqual({ user: bea });
});

it('finds out by a refused call, which is not sent as somebody else', async () => {
  const { watch, vote, user } = await openPage(ada);
  server.user = bea;
  await expect(vote()).rejects.toMatchObject({ status: 401, code: 'session_changed' });
  expect(server.calls).toEqual(['POST /api/events ada', 'GET /api/auth/user undefined']);
  // Known before the call's own error is handled.
  expect(watch.view.notice).toEqual({ user: bea });
  expect(user.getCurrentResult().data).toEqual(bea);
});

it('fetches a refused list again, and shows no failure of it', async () => {
  const { show, client } = await openPage(ada);
  const list = show(gallery);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual([{ by: 'ada' }]));
  const failures: unknown[] = [];
  list.subscribe(({ error }) => error && failures.push(error));
  server.user = null;
  await client.invalidateQueries({ queryKey: gallery });
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual([{ by: 'nobody' }]));
  expect(failures).toEqual([]);
});

it('takes what is one person’s alone off the screen at once, and forgets what is not on it', async () => {
  const { show, client } = await openPage(ada);
  const [mine, shared, everybodys] = [eventsQuery.queryKey, event, queryKeys.publicEvents].map(show);
  client.setQueryData(people, { pages: [{ items: [], nextCursor: null }], pageParams: [null] });
  const input = { eventId: 'evt_1', guest: {} };
  const [checkout, outcome] = [
    queryKeys.checkout({ ...input, person: 'ada' }),
    queryKeys.paymentOutcome({ ...input, isExpected: false }),
  ];
  client.setQueryData(checkout, 'a checkout');
  client.setQueryData(outcome, 'unpaid');
  await vi.waitFor(() => expect(shared?.getCurrentResult().data).toEqual([{ by: 'ada' }]));
  server.user = null;
  let release: (() => void) | undefined;
  vi.stubGlobal('fetch', async (path: string, init: Parameters<typeof answer>[1]) => {
    if (path !== '/api/auth/user') await new Promise<void>((done) => (release = done));
    return answer(path, init);
  });
  const [channel] = channels;
  channel?.hear('none');
  await vi.waitFor(() => expect(mine?.getCurrentResult().data).toBeUndefined());
  expect(shared?.getCurrentResult().data).toEqual([{ by: 'ada' }]);
  expect(client.getQueryData(people)).toBeUndefined();
  expect(client.getQueryData(outcome)).toBeUndefined();
  expect(client.getQueryData(checkout)).toBe('a checkout');
  expect(everybodys?.getCurrentResult().data).toEqual([{ by: 'ada' }]);
  release?.();
});

it('takes it off before anything of the next person shows', async () => {
  const { show, client } = await openPage(ada);
  const mine = show(eventsQuery.queryKey);
  await vi.waitFor(() => expect(mine.getCurrentResult().data).toEqual([{ by: 'ada' }]));
  server.user = bea;
  const found = new Promise<void>((resolve) => {
    client
      .getQueryCache()
      .subscribe(({ query }) => (query.state.data as UserView | undefined)?.id === 'bea' && resolve());
  });
  vi.stubGlobal('fetch', (path: string, init: Parameters<typeof answer>[1]) =>
    path === '/api/auth/user'
      ? Promise.resolve({ ok: true, status: 200, json: async () => bea })
      : answer(path, init),
  );
  const [channel] = channels;
  channel?.hear('bea');
  await found;
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(mine.getCurrentResult().data).toBeUndefined();
});

it('takes off what is refused as each answer comes, whatever else is still being read', async () => {
  const { show } = await openPage(ada);
  const [shown, slow] = [show(event), show(gallery)];
  await vi.waitFor(() => expect(slow.getCurrentResult().data).toEqual([{ by: 'ada' }]));
  server.user = null;
  let reads = 0;
  vi.stubGlobal('fetch', (path: string, init: Parameters<typeof answer>[1]) => {
    if (path === '/api/auth/user') return answer(path, init);
    reads += 1;
    return reads === 1 ? refuse('sign_in_required') : new Promise<never>(() => {});
  });
  const [channel] = channels;
  channel?.hear('none');
  await vi.waitFor(() =>
    expect([shown, slow].map((list) => list.getCurrentResult().data)).toContain(undefined),
  );
});

it('takes off the screen what the next person is refused', async () => {
  const { show } = await openPage(ada);
  const shown = show(event);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual([{ by: 'ada' }]));
  server.user = null;
  vi.stubGlobal('fetch', async (path: string, init: Parameters<typeof answer>[1]) =>
    path === '/api/auth/user' ? answer(path, init) : refuse('sign_in_required'),
  );
  const [channel] = channels;
  channel?.hear('none');
  await vi.waitFor(() =>
    expect(shown.getCurrentResult()).toMatchObject({ data: undefined, isError: true, isPending: false }),
  );
});

it('closes the channel with the page and opens it again', async () => {
  const { page, watch } = await openPage(ada);
  page.dispatchEvent(new Event('pagehide'));
  expect(channels.size).toBe(0);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(channels.size).toBe(1);
  server.user = null;
  const [channel] = channels;
  channel?.hear('none');
  await vi.waitFor(() => expect(watch.view.notice).toEqual({ user: null }));
});
