import type { QueryClient } from '@tanstack/react-query';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { LiveItem, LiveMessage } from '../../../shared/contract/live-updates.ts';
import { compareMedia } from '../../../shared/rules/sort-media.ts';
import { FIRST_SORT } from '../../../shared/values/sort-orders.ts';
import { type GuestFields, queryKeys } from '../lib/query-keys.ts';
import { isPendingChange, recordChange } from './change-log.ts';
import { itemsOf, type MediaPage, type MediaPages } from './media-pages.ts';
import { patchQueries } from './patch-queries.ts';
import { readEventForHost } from './read-event-for-host.ts';
import { findItem, recordInLists } from './record-in-lists.ts';
import { viewOfHeardItem } from './heard-item.ts';
import { byViewer } from './viewing.ts';

type Hearing = {
  readonly eventId: string;
  readonly guest: GuestFields;
  readonly isHost: boolean;
  /** Which of a message's items are the viewer's. */
  readonly ownIds?: ReadonlySet<string>;
};

/** By what it is of, the newest version that was heard: messages come twice, and out of order. */
const versions = new WeakMap<QueryClient, Map<string, number>>();

/** Whether it is at least as new as all that was heard of the same. */
function isNewest(client: QueryClient, what: string, version: number): boolean {
  const known = versions.get(client) ?? new Map<string, number>();
  versions.set(client, known);
  if ((known.get(what) ?? -1) > version) return false;
  known.set(what, version);
  return true;
}

/**
 * Others have changed what the event holds, and the server says what everybody sees of it now. Nothing is asked for,
 * except by hosts.
 */
export const messageHeard = byViewer((client, hearing: Hearing, message: LiveMessage) => {
  const { items = [], votes = [], gone = [], counts } = message;
  for (const item of gone) goneHeard(client, hearing, item);
  for (const item of items) itemHeard(client, hearing, item);
  for (const vote of votes) voteHeard(client, hearing, vote);
  if (counts) countsHeard(client, hearing, counts);
  // What waits for approval is not told of, and counts for hosts.
  if (hearing.isHost && items.length + gone.length > 0) readEventForHost(client, hearing.eventId);
});

function goneHeard(
  client: QueryClient,
  { eventId, isHost }: Hearing,
  { id, version }: { id: string; version?: number },
): void {
  if (!isNewest(client, id, version ?? Infinity)) return;
  const isDeleted = version === undefined;
  const after = (item: MediaView): MediaView | null =>
    isHost && !isDeleted ? { ...item, status: 'rejected' } : null;
  recordInLists(client, {
    id: `heard ${id}`,
    eventId,
    update: (known) => (known.id === id ? after(known) : known),
    isFinal: isDeleted,
  });
}

function itemHeard(client: QueryClient, hearing: Hearing, item: LiveItem): void {
  const { eventId, guest, isHost, ownIds } = hearing;
  const { id, version } = item;
  if (!isNewest(client, id, version)) return;
  const before = findItem(client, { id, eventId });
  const hasVotes = areVotesNews(client, id, item.votesVersion);
  const isOwn = ownIds?.has(id) ?? false;
  const after = viewOfHeardItem(item, { eventId, known: before, hasVotes, isOwn });
  const list = client.getQueryData<MediaPages>(queryKeys.gallery({ eventId, guest, sortBy: FIRST_SORT }));
  recordInLists(client, {
    id: `heard ${id}`,
    eventId,
    update: (known) => (known.id === id ? viewOfHeardItem(item, { eventId, known, hasVotes, isOwn }) : known),
    inserted: [after],
    // The first photos of an empty gallery are shown at once; others are announced.
    mayMove: list !== undefined && itemsOf(list.pages).length === 0,
  });
  recordChange(client, {
    id: `announced ${id}`,
    scope: { queryKey: queryKeys.galleryPoll({ eventId, guest }), exact: true },
    patch: (data) => withNewest(data as Announced, after),
  });
  // It was one of the viewer's own, which only they counted.
  if (!isHost && before?.status === 'pending')
    patchQueries(client, { queryKey: queryKeys.event(eventId) }, (data) => {
      const event = data as EventView;
      return { ...event, mediaCount: event.mediaCount - 1 };
    });
}

/** One's own vote that is on its way is not among them yet, and its answer has all others. */
const areVotesNews = (client: QueryClient, id: string, version: number): boolean =>
  !isPendingChange(client, `vote ${id}`) && isNewest(client, `votes ${id}`, version);

function voteHeard(
  client: QueryClient,
  { eventId }: Hearing,
  { id, count, version }: { id: string; count: number; version: number },
): void {
  if (!areVotesNews(client, id, version)) return;
  recordInLists(client, {
    id: `votes ${id}`,
    eventId,
    update: (known) => (known.id === id ? { ...known, voteCount: count } : known),
  });
}

type Counts = NonNullable<LiveMessage['counts']>;

/** Whole counts, not differences: nothing is counted twice, whoever counted it before. */
function countsHeard(client: QueryClient, { eventId, guest, isHost }: Hearing, counts: Counts): void {
  if (!isNewest(client, `counts ${eventId}`, counts.version)) return;
  const { approved, voted } = counts;
  patchEvents(client, eventId, (event) => ({
    ...event,
    votedCount: voted,
    // Hosts also count what waits for approval, and read it.
    ...(!isHost && {
      mediaCount: event.mediaCount - event.approvedCount + approved,
      approvedCount: approved,
    }),
  }));
  const { mediaCount } = client.getQueryData<EventView>(queryKeys.event(eventId)) ?? {};
  if (mediaCount === undefined) return;
  patchQueries(client, { queryKey: queryKeys.galleryPoll({ eventId, guest }), exact: true }, (data) => ({
    ...(data as Announced),
    mediaCount,
  }));
}

/** Changes an event where it is cached, and in what is on its way, which is not asked for again: on a slow network that would never end. */
function patchEvents(client: QueryClient, eventId: string, update: (event: EventView) => EventView): void {
  const heard = { id: `counts ${eventId}`, isRead: true } as const;
  recordChange(client, {
    ...heard,
    scope: { queryKey: queryKeys.event(eventId) },
    patch: (event) => update(event as EventView),
  });
  recordChange(client, {
    ...heard,
    scope: { queryKey: queryKeys.events },
    patch: (events) => (events as EventView[]).map((event) => (event.id === eventId ? update(event) : event)),
  });
}

/** For a while nothing was heard: the next look reads again what is shown. */
export const changesUnheard = byViewer((client, input: { eventId: string; guest: GuestFields }) => {
  patchQueries(client, { queryKey: queryKeys.galleryPoll(input), exact: true }, (data) => ({
    ...(data as Announced),
    isBehind: true,
  }));
});

type Announced = { readonly mediaCount: number; readonly fresh: MediaPage | null };

/** What a look for new photos would have found. */
function withNewest(data: Announced, item: MediaView): Announced {
  const { items, nextCursor } = data.fresh ?? { items: [], nextCursor: null };
  const others = items.filter(({ id }) => id !== item.id);
  return { ...data, fresh: { items: [...others, item].toSorted(compareMedia(FIRST_SORT)), nextCursor } };
}
