import type { QueryClient } from '@tanstack/react-query';
import type { EventView, MediaStatus, MediaView } from '../../../shared/contract/entities.ts';
import { isAtTop } from '../lib/is-at-top.ts';
import { type MediaList, queryKeys } from '../lib/query-keys.ts';
import { markStale, recordChange } from './change-log.ts';
import { markEventStale, patchEvent } from './event-changes.ts';
import { itemsIn, type ItemPatch, patchList } from './item-lists.ts';

type Counts = Pick<EventView, 'mediaCount' | 'votedCount' | 'pendingCount' | 'rejectedCount'>;

/** Records a change in every list of an event's items. */
function recordInLists(
  client: QueryClient,
  { eventId, id, isPending, isFinal, ...patch }: ItemPatch & ChangeInput,
): void {
  recordChange(client, {
    id,
    scope: { queryKey: queryKeys.media(eventId) },
    patch: (data, query) => patchList(data, patch, query),
    isPending,
    isFinal,
  });
}

type ChangeInput = { eventId: string; id: string; isPending?: boolean; isFinal?: boolean };

/** The lists that show what they show because of all the others are read again. */
function markSelectionsStale(client: QueryClient, eventId: string): void {
  void markStale(client, { queryKey: queryKeys.mediaList(eventId, 'timeline') });
  void markStale(client, { queryKey: queryKeys.mediaList(eventId, 'highlights') });
}

/** An upload of the viewer's was saved. In a gallery on the screen it shows at once if nothing that is seen moves. */
export function mediaAdded(client: QueryClient, item: MediaView): void {
  const { id, eventId } = item;
  recordInLists(client, {
    id: `added ${id}`,
    eventId,
    update: (known) => known,
    inserted: [item],
    mayMove: isAtTop(),
  });
  changeCounts(client, eventId, { before: null, after: item });
  void markEventStale(client, eventId, { refetches: false });
}

/** Uploads to these events have ended. A gallery on the screen refreshes itself. */
export function uploadsSettled(client: QueryClient, eventIds: Iterable<string>): void {
  for (const eventId of eventIds) {
    void markStale(client, { queryKey: queryKeys.media(eventId) }, { refetches: false });
    markSelectionsStale(client, eventId);
    void markEventStale(client, eventId);
  }
}

/** The viewer has deleted an item. */
export function mediaRemoved(client: QueryClient, item: Pick<MediaView, 'id' | 'eventId'>): void {
  const { id, eventId } = item;
  const before = findItem(client, item);
  recordInLists(client, {
    id: `removed ${id}`,
    eventId,
    update: (known) => (known.id === id ? null : known),
    isFinal: true,
  });
  if (before) changeCounts(client, eventId, { before, after: null });
  markSelectionsStale(client, eventId);
  void markEventStale(client, eventId);
}

/** The owner has approved or rejected an item. `moderated` is the server's answer, with the item's new files. */
export function mediaModerated(client: QueryClient, moderated: MediaView): void {
  const { id, eventId } = moderated;
  const before = findItem(client, moderated);
  const update = (known: MediaView): MediaView => {
    if (known.id !== id || !isBefore(known, moderated)) return known;
    const { voteCount, hasVoted } = known;
    return { ...known, ...moderated, voteCount, hasVoted };
  };
  // What was decided is never pending again, and of two decisions the later one stands.
  recordInLists(client, { id: `decided ${id}`, eventId, update, isFinal: true });
  recordInLists(client, {
    id: `placed ${id}`,
    eventId,
    update: (known) => known,
    inserted: [moderated],
    mayMove: isAtTop(),
  });
  if (before && isBefore(before, moderated)) changeCounts(client, eventId, { before, after: moderated });
  void markStale(client, { queryKey: queryKeys.mediaList(eventId, 'gallery') }, { refetches: false });
  markSelectionsStale(client, eventId);
  void markEventStale(client, eventId);
}

/** Whether an item was read before this decision. */
const isBefore = (known: MediaView, decided: MediaView): boolean =>
  known.status === 'pending' || (known.moderatedAt ?? '') < (decided.moderatedAt ?? '');

/** The pending items that are known here. */
export function pendingItems(client: QueryClient, eventId: string): MediaView[] {
  const items = allItems(client, eventId).filter(({ status }) => status === 'pending');
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

type AllModerated = {
  readonly eventId: string;
  readonly status: MediaStatus;
  /** The pending items that were known before the first call. */
  readonly pending: readonly MediaView[];
};

/** The owner has approved or rejected everything that was pending. */
export function allMediaModerated(client: QueryClient, { eventId, status, pending }: AllModerated): void {
  const newest = pending.reduce((latest, { uploadedAt }) => (uploadedAt > latest ? uploadedAt : latest), '');
  const update = (known: MediaView): MediaView =>
    // Also what was not known here: it was uploaded earlier, so it was decided, too.
    known.status === 'pending' && known.uploadedAt <= newest ? { ...known, status } : known;
  recordInLists(client, { id: `all decided ${eventId} ${newest}`, eventId, update, isFinal: true });
  recordInLists(client, {
    id: `all placed ${eventId}`,
    eventId,
    update: (known) => known,
    inserted: pending.map(update),
    mayMove: isAtTop(),
  });
  patchEvent(client, eventId, (event) => ({ ...event, pendingCount: 0 }));
  // Their files have moved, and which ones there are is known to the server alone.
  void markStale(client, { queryKey: queryKeys.media(eventId) });
  void markEventStale(client, eventId);
}

/** Some of what was pending may have been decided: a call of several failed. */
export function mayBeModerated(client: QueryClient, eventId: string): void {
  void markStale(client, { queryKey: queryKeys.media(eventId) });
  void markEventStale(client, eventId);
}

export type VoteState = { readonly count: number; readonly hasVoted: boolean };

type Vote = { eventId: string; mediaId: string; state: VoteState; isPending: boolean };

/** The viewer has voted or taken a vote back. Shown where the item is, without moving it. */
export function voteChanged(client: QueryClient, { eventId, mediaId, state, isPending }: Vote): void {
  const before = findItem(client, { eventId, id: mediaId });
  const vote = { voteCount: state.count, hasVoted: state.hasVoted };
  const after = before && { ...before, ...vote };
  recordInLists(client, {
    id: `vote ${mediaId}`,
    eventId,
    update: (known) => (known.id === mediaId ? { ...known, ...vote } : known),
    inserted: after && [after],
    mayMove: false,
    isPending,
  });
  if (before && after) changeCounts(client, eventId, { before, after });
}

/**
 * The server has the viewer's vote. A ranking on the screen stays as it is until it is next shown; one that was opened
 * while the vote was on its way is read again.
 */
export function voteSettled(
  client: QueryClient,
  { eventId, isRankingShown }: { eventId: string; isRankingShown: boolean },
): void {
  void markStale(
    client,
    { queryKey: queryKeys.galleryOrder(eventId, 'votes') },
    { refetches: !isRankingShown },
  );
  void markStale(client, { queryKey: queryKeys.events });
}

function allItems(client: QueryClient, eventId: string): MediaView[] {
  return client
    .getQueriesData({ queryKey: queryKeys.media(eventId) })
    .flatMap(([key, data]) => (data === undefined ? [] : itemsIn(data, key[3] as MediaList)));
}

function findItem(client: QueryClient, item: Pick<MediaView, 'id' | 'eventId'>): MediaView | undefined {
  return allItems(client, item.eventId).find(({ id }) => id === item.id);
}

/** What an item adds to its event's counts. */
function countsOf(item: MediaView | null): Required<Counts> {
  const has = (condition: boolean) => Number(item !== null && condition);
  return {
    mediaCount: has(item?.status !== 'rejected'),
    votedCount: has(item?.status === 'approved' && item.voteCount > 0),
    pendingCount: has(item?.status === 'pending'),
    rejectedCount: has(item?.status === 'rejected'),
  };
}

function changeCounts(
  client: QueryClient,
  eventId: string,
  { before, after }: { before: MediaView | null; after: MediaView | null },
): void {
  const [old, now] = [countsOf(before), countsOf(after)];
  const changed = (count: number, name: keyof Counts) => Math.max(0, count + now[name] - old[name]);
  patchEvent(client, eventId, (event) => ({
    ...event,
    mediaCount: changed(event.mediaCount, 'mediaCount'),
    votedCount: changed(event.votedCount, 'votedCount'),
    ...(event.pendingCount !== undefined && { pendingCount: changed(event.pendingCount, 'pendingCount') }),
    ...(event.rejectedCount !== undefined && {
      rejectedCount: changed(event.rejectedCount, 'rejectedCount'),
    }),
  }));
}
