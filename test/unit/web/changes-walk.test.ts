import { hashKey, type MutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../../functions/manifest/calls.ts';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { eventJoined } from '../../../web/src/changes/event-changes.ts';
import { mediaAdded, mediaSaved, uploadsSettled } from '../../../web/src/changes/media-changes.ts';
import { sessionChanged } from '../../../web/src/changes/session-changed.ts';
import { viewingOf } from '../../../web/src/changes/viewing.ts';
import { claimGuest, deleteGuest } from '../../../web/src/features/account/actions.ts';
import { createEvent, deleteEvent, updateEvent } from '../../../web/src/features/events/actions.ts';
import { generateHighlights } from '../../../web/src/features/highlights/actions.ts';
import { deleteItem, moderateAllItems, moderateItem } from '../../../web/src/features/moderation/actions.ts';
import { refundPayment } from '../../../web/src/features/payments/actions.ts';
import { removePerson, restorePerson, toggleCoHost } from '../../../web/src/features/people/actions.ts';
import { acceptCoHostLink, handOverEvent } from '../../../web/src/features/people/co-host-actions.ts';
import { removeIdlePeople, removeRecentGuests } from '../../../web/src/features/people/remove-people.ts';
import { moderateItems, removeItems } from '../../../web/src/features/selection/actions.ts';
import { toggleVote } from '../../../web/src/features/votes/toggle-vote.ts';
import { call } from '../../../web/src/lib/call.ts';
import { createQueryClient } from '../../../web/src/lib/query-client.ts';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';
import { toastStore } from '../../../web/src/ui/toast-store.ts';
import { FakeServer, photo } from './changes-server.ts';
import { openScreen, type Screen, screenOf, screens } from './changes-screens.ts';

// Every call that changes something, as the web app makes it, over every screen that shows what it changed.

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('innerHeight', 800);
});

afterEach(() => {
  toastStore.dismiss();
  vi.unstubAllGlobals();
});

/** Runs until nothing is under way that could still run. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

type Change = {
  /** The screen that it is made on, where that is part of what is known. */
  readonly on?: string;
  readonly run: (client: QueryClient) => Promise<unknown>;
  /** Screens that cannot show what the server has, and why. */
  readonly except?: Readonly<Record<string, string>>;
};

async function mutate(
  client: QueryClient,
  options: MutationOptions<any, any, any, any>,
  variables?: unknown,
) {
  // Without a component: it may be gone before the answer.
  return client.getMutationCache().build(client, options).execute(variables);
}

const item = (id: string) => server.items.find((other) => other.id === id) as MediaView;

const vote = (id: string) => (client: QueryClient) => toggleVote(item(id), { client, userId: 'ada' });

/** What the upload engine does once a save was answered. */
const saved =
  (client: QueryClient, viewing = viewingOf(client)) =>
  (media: MediaView) => {
    mediaSaved(viewing, media);
    mediaAdded(viewing, media);
    uploadsSettled(client, ['evt_1']);
  };
const params = { eventId: 'evt_1' };
const file = {
  objectPath: 'path',
  mimeType: 'image/jpeg',
  filename: 'a.jpg',
  originalName: 'a.jpg',
  fileSize: 1,
};

const RECENT = 'gallery, Recent';
const PENDING = 'moderation, pending';
const stays = { 'gallery, Top Voted': 'a ranking does not move under the finger' };
const guest = { id: 'gst_1', token: 'token', name: 'Ada', email: null };
const isGone = 'the page of a deleted event is left';
const ofEvent = Object.fromEntries(
  Object.keys(screens)
    .filter((name) => name !== 'dashboard' && name !== 'public events')
    .map((name) => [name, isGone]),
);

const changes: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  'POST /api/media/{mediaId}/vote': {
    'on one that others have voted for': { on: RECENT, run: vote('med_7'), except: stays },
    'on one that nobody has voted for': { on: RECENT, run: vote('med_5'), except: stays },
  },
  'DELETE /api/media/{mediaId}/vote': { 'the only one': { on: RECENT, run: vote('med_6'), except: stays } },
  'DELETE /api/events/{eventId}/media/{mediaId}': {
    approved: { run: (client) => mutate(client, deleteItem(client), item('med_6')) },
    pending: { run: (client) => mutate(client, deleteItem(client), item('med_8')) },
    rejected: { run: (client) => mutate(client, deleteItem(client), item('med_4')) },
    'one’s own': {
      on: 'your uploads',
      run: (client) => mutate(client, removeItems(client, { ...params, guest: {} }), [item('med_7')]),
    },
    'several at once': {
      on: RECENT,
      run: (client) =>
        mutate(client, removeItems(client, { ...params, guest: {} }), [item('med_8'), item('med_6')]),
    },
  },
  'PUT /api/media/{mediaId}/moderate': {
    'approving a pending one': {
      run: (client) => mutate(client, moderateItem(client), { item: item('med_9'), status: 'approved' }),
    },
    'rejecting a pending one': {
      run: (client) => mutate(client, moderateItem(client), { item: item('med_8'), status: 'rejected' }),
    },
    'approving a rejected one': {
      run: (client) => mutate(client, moderateItem(client), { item: item('med_4'), status: 'approved' }),
    },
    'approving several': {
      on: RECENT,
      run: (client) =>
        mutate(client, moderateItems(client), {
          items: [item('med_9'), item('med_8')],
          status: 'approved',
        }),
    },
    'rejecting several': {
      on: RECENT,
      run: (client) =>
        mutate(client, moderateItems(client), {
          items: [item('med_9'), item('med_6')],
          status: 'rejected',
        }),
    },
  },
  'POST /api/events/{eventId}/moderate': {
    'approving all': {
      on: PENDING,
      run: (client) => mutate(client, moderateAll(client, 'pending'), { status: 'approved' }),
    },
    'rejecting all': {
      on: PENDING,
      run: (client) =>
        mutate(client, moderateAll(client, 'pending'), {
          status: 'rejected',
          isWanted: Promise.resolve(true),
        }),
    },
    'approving all that were rejected': {
      on: 'moderation, rejected',
      run: (client) => mutate(client, moderateAll(client, 'rejected'), { status: 'approved' }),
    },
  },
  'POST /api/events/{eventId}/media': {
    one: {
      run: (client) => call('POST /api/events/{eventId}/media', { params, body: file }).then(saved(client)),
    },
  },
  'POST /api/events/{eventId}/media/guest': {
    one: {
      run: (client) =>
        call('POST /api/events/{eventId}/media/guest', {
          params,
          body: { ...file, guestId: guest.id, token: guest.token },
        }).then(saved(client)),
    },
  },
  'POST /api/events/{eventId}/highlights/calculate': {
    again: { run: (client) => mutate(client, generateHighlights(client, 'evt_1')) },
  },
  'POST /api/events': { one: { run: (client) => mutate(client, createEvent(client), { name: 'evt_9' }) } },
  'PUT /api/events/{eventId}': {
    'its name': { run: (client) => mutate(client, updateEvent(client, 'evt_1'), { name: 'Garden' }) },
    'its privacy': { run: (client) => mutate(client, updateEvent(client, 'evt_1'), { privacy: 'private' }) },
    'its day and price': {
      run: (client) => mutate(client, updateEvent(client, 'evt_1'), { date: null, price: '20.00' }),
    },
    'its switches': {
      run: (client) =>
        mutate(client, updateEvent(client, 'evt_1'), {
          isPaused: true,
          showsFirstNames: true,
          moderationEnabled: false,
        }),
    },
  },
  'DELETE /api/events/{eventId}': {
    one: { run: (client) => mutate(client, deleteEvent(client, 'evt_1'), {}), except: ofEvent },
  },
  'POST /api/events/{eventId}/join': {
    one: {
      run: async (client) => {
        const viewing = viewingOf(client);
        await call('POST /api/events/{eventId}/join', { params: { eventId: 'evt_3' } });
        eventJoined(viewing, 'evt_3');
      },
    },
  },
  'DELETE /api/events/{eventId}/people/{personId}': {
    one: { run: (client) => mutate(client, removePerson(client, 'evt_1'), server.people[0]) },
    'a co-host': { run: (client) => mutate(client, removePerson(client, 'evt_1'), server.people[2]) },
  },
  'POST /api/events/{eventId}/people/{personId}/restore': {
    one: { run: (client) => mutate(client, restorePerson(client, 'evt_1'), server.people[1]) },
  },
  'POST /api/events/{eventId}/people/{personId}/co-host': {
    one: { run: (client) => mutate(client, toggleCoHost(client, 'evt_1'), server.people[0]) },
  },
  'DELETE /api/events/{eventId}/people/{personId}/co-host': {
    one: { run: (client) => mutate(client, toggleCoHost(client, 'evt_1'), server.people[2]) },
  },
  'POST /api/events/{eventId}/co-host-links/accept': {
    one: { run: (client) => mutate(client, acceptCoHostLink(client, 'evt_3'), 'code') },
  },
  'POST /api/events/{eventId}/owner': {
    one: {
      run: (client) => {
        const hand = { userId: 'usr_2', eventName: 'evt_1', despitePayments: false };
        return mutate(client, handOverEvent(client, 'evt_1'), hand);
      },
    },
  },
  'POST /api/events/{eventId}/people/remove-idle': {
    one: {
      run: (client) => mutate(client, removeIdlePeople(client, { eventId: 'evt_1', onProgress: () => {} })),
    },
  },
  'POST /api/events/{eventId}/people/block-recent': {
    one: {
      run: (client) => {
        const removal = removeRecentGuests(client, { eventId: 'evt_1', onProgress: () => {} });
        return mutate(client, removal, { since: '2026-06-30T18:00:00.000Z' });
      },
    },
  },
  'POST /api/events/{eventId}/payments/{paymentId}/refund': {
    one: { run: (client) => mutate(client, refundPayment(client, 'evt_1'), server.payments[0]) },
  },
  'POST /api/guests/claim': { one: { run: (client) => mutate(client, claimGuest(client, guest)) } },
  'DELETE /api/guests/{guestId}': {
    one: {
      run: (client) =>
        mutate(
          client,
          deleteGuest(client, guest, () => {}),
          'keep',
        ),
    },
  },
};

/** Calls that change nothing that a screen shows, and why. */
const withoutScreens: Readonly<Record<string, string>> = {
  'POST /api/objects/upload': 'nothing is in the event before the save',
  'POST /api/objects/upload/guest': 'nothing is in the event before the save',
  'POST /api/objects/public': 'saving was enough',
  'POST /api/events/{eventId}/archive': 'its dialog asks for it again each time it opens',
  'POST /api/events/{eventId}/create-checkout': 'the page is left, and nothing is paid yet',
  'POST /api/guests': "a guest's lists are other queries",
  'POST /api/push/subscribe': "the browser's own subscription is shown",
  'POST /api/push/unsubscribe': "the browser's own subscription is shown",
  'POST /api/browser-reports': 'no screen shows what browsers report',
  'DELETE /api/auth/user': 'the page is left for the sign-out',
  'DELETE /api/auth/sessions': 'the page is left for the sign-out',
  'POST /api/events/{eventId}/co-host-links': 'its link is shown once, where it is made',
  'DELETE /api/events/{eventId}/co-host-links': 'its answer says how many there were',
  'POST /api/events/{eventId}/live-ticket': 'it opens a connection, and changes nothing',
  'PUT /api/events/{eventId}/code': 'it is the same ever after',
  'POST /api/stripe/webhook': 'no call of the web app',
};

function moderateAll(client: QueryClient, from: 'pending' | 'rejected') {
  return moderateAllItems(client, { eventId: 'evt_1', from, onProgress: () => {} });
}

type Opened = readonly (readonly [name: string, ReturnType<typeof openScreen>])[];

const openScreens = (client: QueryClient, names: readonly string[]): Opened =>
  names.map((name) => [name, openScreen(client, screenOf(name))]);

const shownOn = (opened: Opened): Readonly<Record<string, unknown>> =>
  Object.fromEntries(opened.map(([name, { shown }]) => [name, shown()]));

async function seeAndLeave(client: QueryClient, names: readonly string[]): Promise<void> {
  const opened = openScreens(client, names);
  await settle();
  for (const [, { leave }] of opened) leave();
}

/** What screens show that are opened for the first time, on another device. */
async function truths(names: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const opened = openScreens(createQueryClient(), names);
  await settle();
  for (const [, { leave }] of opened) leave();
  return shownOn(opened);
}

/** The same of one screen. */
async function truth(screen: Screen): Promise<unknown> {
  const { shown, leave } = openScreen(createQueryClient(), screen);
  await settle();
  leave();
  return shown();
}

const rows = Object.entries(changes).flatMap(([name, ways]) =>
  Object.entries(ways).map(([way, change]) => ({ title: `${name} (${way})`, change })),
);

const screensOf = ({ except = {} }: Change) =>
  Object.entries(screens).filter(([name]) => !(name in except) && name !== 'large view of a linked photo');

it('every call that changes something is in the table', () => {
  const writes = endpoints
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(changes), ...Object.keys(withoutScreens)].toSorted()).toEqual(writes.toSorted());
});

/** A key of every kind that the factory makes, as the screens have it. */
const IDS = { eventId: 'evt_1', guest: {} };
const keys: Record<keyof typeof queryKeys, QueryKey> = {
  session: queryKeys.session,
  events: queryKeys.events,
  publicEvents: queryKeys.publicEvents,
  eventOfCode: queryKeys.eventOfCode('CDFGHJKM'),
  ofEvent: queryKeys.ofEvent('evt_1'),
  allEvents: queryKeys.allEvents,
  event: queryKeys.event('evt_1'),
  places: queryKeys.places('evt_1'),
  place: queryKeys.place({ eventId: 'evt_1', guest: { guestId: 'gst_1', token: 'token' } }),
  eventCode: queryKeys.eventCode('evt_1'),
  people: queryKeys.people('evt_1'),
  peopleSearch: queryKeys.peopleSearch('evt_1', 'usr'),
  coHosts: queryKeys.coHosts('evt_1'),
  idlePeople: queryKeys.idlePeople('evt_1'),
  recentGuests: queryKeys.recentGuests('evt_1'),
  guestsJoined: queryKeys.guestsJoined('evt_1', JSON.stringify({ lastMinutes: 10 })),
  numbers: queryKeys.numbers('evt_1'),
  payments: queryKeys.payments('evt_1'),
  media: queryKeys.media('evt_1'),
  mediaList: queryKeys.mediaList('evt_1', 'gallery'),
  galleryOrder: queryKeys.galleryOrder('evt_1', 'votes'),
  gallery: queryKeys.gallery({ ...IDS, sortBy: 'votes' }),
  galleryPoll: queryKeys.galleryPoll(IDS),
  mediaByStatus: queryKeys.mediaByStatus('evt_1', 'pending'),
  contributions: queryKeys.contributions({ ...IDS, of: 'mine' }),
  timeline: queryKeys.timeline(IDS),
  highlights: queryKeys.highlights(IDS),
  item: queryKeys.item({ ...IDS, mediaId: 'med_7' }),
  paymentOutcomes: queryKeys.paymentOutcomes,
  paymentOutcome: queryKeys.paymentOutcome({ ...IDS, isExpected: false }),
  checkout: queryKeys.checkout({
    eventId: 'evt_1',
    guest: { guestId: 'gst_1', token: 'token' },
    person: 'gst_1',
  }),
};

/** Keys that others begin with, and of which there is no query. */
const beginnings = [
  'allEvents',
  'galleryOrder',
  'media',
  'mediaList',
  'ofEvent',
  'paymentOutcomes',
  'places',
  'recentGuests',
];

/** Queries that no change is about, and why. */
const withoutChanges: Readonly<Record<string, string>> = {
  eventCode: 'it is the same ever after, and the print page leaves it out of a private event’s cards',
  eventOfCode: 'it leads to the event, which is read there',
  galleryPoll: 'looks for new photos by itself: gallery-poll.test.ts',
  numbers: 'they may be five minutes old, and every visit asks again',
  paymentOutcome: 'asks until the payment is through, and nothing that the viewer does on a page changes it',
  session: 'all changes of a session begin with it: session-start.test.ts',
};

it('every query is that of a screen', () => {
  const shown = Object.values(screens).map(({ options }) => hashKey(options.queryKey));
  const missing = Object.entries(keys).filter(([, key]) => !shown.includes(hashKey(key)));
  expect(missing.map(([name]) => name).toSorted()).toEqual(
    [...beginnings, ...Object.keys(withoutChanges)].toSorted(),
  );
  expect(Object.keys(keys).toSorted()).toEqual(Object.keys(queryKeys).toSorted());
});

async function clientOn({ on }: Change): Promise<QueryClient> {
  const client = createQueryClient();
  if (on) openScreen(client, screenOf(on));
  await settle();
  return client;
}

describe.each(rows)('$title', ({ change }) => {
  const names = screensOf(change).map(([name]) => name);

  it.each(screensOf(change))('shows on the one open screen: %s', async (_, screen) => {
    const client = await clientOn(change);
    const { shown } = openScreen(client, screen);
    await settle();
    await change.run(client);
    await settle();
    expect(shown()).toEqual(await truth(screen));
  });

  // From here on, many screens at once: each has a query of its own, and is right or wrong by itself.

  it.each([0, 1])('shows on every screen that is still loading, beside open ones, half %i', async (half) => {
    const loading = names.filter((_, at) => at % 2 === half);
    const client = await clientOn(change);
    // The screen that the change is made on is another one.
    openScreens(
      client,
      Object.keys(screens).filter((name) => !loading.includes(name)),
    );
    await settle();
    const release = server.hold((name) => name.startsWith('GET'));
    const opened = openScreens(client, loading);
    await settle();
    const changing = change.run(client);
    await settle();
    release();
    await changing;
    await settle();
    expect(shownOn(opened)).toEqual(await truths(loading));
  });

  it('stays when an older answer arrives after it', async () => {
    const client = await clientOn(change);
    const opened = openScreens(client, names);
    await settle();
    const release = server.hold((name) => name.startsWith('GET'));
    for (const [, { observer }] of opened) void observer.refetch();
    await settle();
    const changing = change.run(client);
    await settle();
    release();
    await changing;
    await settle();
    expect(shownOn(opened)).toEqual(await truths(names));
  });

  it('shows on screens that were seen before', async () => {
    const client = await clientOn(change);
    await seeAndLeave(client, names);
    await change.run(client);
    await settle();
    const opened = openScreens(client, names);
    await settle();
    expect(shownOn(opened)).toEqual(await truths(names));
  });

  it('shows after going back before the answer', async () => {
    const client = await clientOn(change);
    await seeAndLeave(client, names);
    const release = server.hold((name) => !name.startsWith('GET'));
    const changing = change.run(client);
    await settle();
    const opened = openScreens(client, names);
    await settle();
    release();
    await changing;
    await settle();
    expect(shownOn(opened)).toEqual(await truths(names));
  });

  it('is not put over what the next person reads', async () => {
    const client = await clientOn(change);
    const opened = openScreens(client, names);
    await settle();
    const release = server.hold((name) => !name.startsWith('GET'));
    const changing = change.run(client);
    await settle();
    server.caller = 'bea';
    await sessionChanged(client);
    await settle();
    const releaseReads = server.hold((name) => name.startsWith('GET'));
    release();
    await changing;
    await settle();
    const seen = shownOn(opened);
    releaseReads();
    expect(seen).toEqual(await truths(names));
  });
});

const itemScreens = Object.keys(screens).filter((name) => /gallery|moderation|timeline page/.test(name));
const itemRows = rows.filter(({ title }) => /\/(media|moderate|vote)/.test(title));

it.each(itemRows)('does not come undone while lists lag behind: $title', async ({ change }) => {
  const client = await clientOn(change);
  await seeAndLeave(client, Object.keys(screens));
  const lagging = server.items;
  await change.run(client);
  const known = await truths(itemScreens);
  server.lagging = lagging;
  const opened = openScreens(client, itemScreens);
  await settle();
  expect(shownOn(opened)).toEqual(known);
});

it('the large view of a linked photo shows a vote that is cast there, and what was decided', async () => {
  const client = createQueryClient();
  const screen = screenOf('large view of a linked photo');
  const { shown } = openScreen(client, screen);
  await settle();
  await vote('med_7')(client);
  expect(shown()).toBe('med_7 approved 3 mine');
  const release = server.hold((name) => name.startsWith('GET'));
  await mutate(client, moderateItem(client), { item: item('med_7'), status: 'rejected' });
  expect(shown()).toBe('med_7 rejected 3 mine');
  release();
});

it('a ranking on the screen keeps its order when one votes, and the item that lost its last vote', async () => {
  const client = createQueryClient();
  const screen = screenOf('gallery, Top Voted');
  const { shown } = openScreen(client, screen);
  await settle();
  await vote('med_6')(client);
  await settle();
  expect(shown()).toEqual(['med_7 approved 2', 'med_6 approved 0']);
});

it('a vote that fails is taken back, and what is read then counts', async () => {
  const client = createQueryClient();
  const screen = screenOf('gallery, Recent');
  const { shown, observer } = openScreen(client, screen);
  await settle();
  const failing = vi.fn<typeof server.fetch>((path, init) =>
    init?.method === 'POST' ? Promise.reject(new TypeError('offline')) : server.fetch(path, init),
  );
  vi.stubGlobal('fetch', failing);
  await vote('med_5')(client);
  expect(shown()).toEqual(await truth(screen));
  server.items = server.items.map((other) => (other.id === 'med_5' ? { ...other, voteCount: 4 } : other));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  await observer.refetch();
  vi.useRealTimers();
  expect(shown()).toContain('med_5 approved 4');
});

it.each(['before', 'after'])('an upload counts once if it is measured %s all is read', async (when) => {
  const client = createQueryClient();
  const [event, gallery] = [screenOf("event's header and owner's tools"), screenOf('gallery, Recent')];
  const [header, list] = [openScreen(client, event), openScreen(client, gallery)];
  await settle();
  const viewing = viewingOf(client);
  const media = await call('POST /api/events/{eventId}/media', { params, body: file });
  mediaSaved(viewing, media);
  if (when === 'before') mediaAdded(viewing, media);
  uploadsSettled(client, ['evt_1']);
  await settle();
  if (when === 'after') mediaAdded(viewing, media);
  expect([header.shown(), list.shown()]).toEqual([await truth(event), await truth(gallery)]);
});

it('a change of what could not be read again does not make it look read', async () => {
  const client = createQueryClient();
  const { shown, observer } = openScreen(client, screenOf('gallery, Recent'));
  await settle();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await observer.refetch();
  void vote('med_5')(client);
  expect(shown()).toContain('med_5 approved 1 mine');
  expect(observer.getCurrentResult().isError).toBe(true);
});

it("a vote that is refused once somebody else is signed in is not taken back on that one's lists", async () => {
  const client = createQueryClient();
  const screen = screenOf('gallery, Recent');
  const { shown } = openScreen(client, screen);
  await settle();
  const refusing = vi.fn<typeof server.fetch>(async (path, init) => {
    if (init?.method !== 'DELETE') return server.fetch(path, init);
    server.caller = 'bea';
    await sessionChanged(client);
    await settle();
    return Response.json({ message: 'No.', code: 'session_changed' }, { status: 401 });
  });
  vi.stubGlobal('fetch', refusing);
  await vote('med_6')(client);
  expect(shown()).toContain('med_6 approved 1');
  await settle();
  expect(shown()).toEqual(await truth(screen));
});

it('a vote on what somebody has deleted meanwhile takes it off the screen', async () => {
  const client = createQueryClient();
  const names = [RECENT, 'gallery, Top Voted', "event's header and owner's tools", 'dashboard'];
  const opened = openScreens(client, names);
  await settle();
  const refusing = vi.fn<typeof server.fetch>(async (path, init) =>
    init?.method === 'POST' ? Response.json({ message: 'No.' }, { status: 404 }) : server.fetch(path, init),
  );
  vi.stubGlobal('fetch', refusing);
  const pressed = item('med_7');
  server.items = server.items.filter(({ id }) => id !== 'med_7');
  await toggleVote(pressed, { client, userId: 'ada' });
  await settle();
  expect(shownOn(opened)).toEqual(await truths(names));
});

it('what the viewer did as somebody else is not put over what they read now', async () => {
  const client = createQueryClient();
  const screen = screenOf('gallery, Recent');
  const { shown } = openScreen(client, screen);
  await settle();
  await vote('med_5')(client);
  expect(shown()).toContain('med_5 approved 1 mine');
  await mutate(
    client,
    deleteGuest(client, guest, () => {}),
    'keep',
  );
  await settle();
  expect(shown()).toEqual(await truth(screen));
  expect(shown()).toContain('med_5 approved 1');
});

it('what others have decided since is not overruled by what was decided here', async () => {
  const client = createQueryClient();
  const screen = screenOf('moderation, rejected');
  const { shown, observer } = openScreen(client, screen);
  await settle();
  await mutate(client, moderateItem(client), { item: item('med_9'), status: 'approved' });
  server.items = server.items.map((other) =>
    other.id === 'med_9' ? { ...other, status: 'rejected', moderatedAt: photo(59).uploadedAt } : other,
  );
  await observer.refetch();
  expect(shown()).toEqual(['med_9 rejected 0', 'med_4 rejected 0']);
});

it.each(['moderation, rejected', 'gallery, Recent', 'your uploads', "event's header and owner's tools"])(
  'what was approved with all others can be rejected again: %s',
  async (name) => {
    const client = createQueryClient();
    const { shown, observer } = openScreen(client, screenOf(name));
    await settle();
    await mutate(client, moderateAll(client, 'rejected'), { status: 'approved' });
    await settle();
    await mutate(client, moderateItem(client), { item: item('med_4'), status: 'rejected' });
    await settle();
    await observer.refetch();
    expect(shown()).toEqual(await truth(screenOf(name)));
  },
);
