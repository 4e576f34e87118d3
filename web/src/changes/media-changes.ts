import type { QueryClient } from '@tanstack/react-query';
import type { EventView, MediaStatus, MediaView } from '../../../shared/contract/entities.ts';
import { isAtTop } from '../lib/is-at-top.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { markStale } from './change-log.ts';
import { markEventStale, patchEvent } from './event-changes.ts';
import { itemsOf, type MediaPages } from './media-pages.ts';
import { allItems, changeCounts, findItem, recordInLists } from './record-in-lists.ts';
import { byViewer } from './viewing.ts';

/** The lists that show what they show because of all the others are read again. */
function markSelectionsStale(client: QueryClient, eventId: string): void {
  void markStale(client, { queryKey: queryKeys.mediaList(eventId, 'timeline') });
  void markStale(client, { queryKey: queryKeys.mediaList(eventId, 'highlights') });
}

/** How many uploads each of the event's people has is read again. */
function markUploadersStale(client: QueryClient, eventId: string, options?: { refetches: boolean }): void {
  void markStale(client, { queryKey: queryKeys.people(eventId) }, options);
}

/** An upload of the viewer's was saved, and is one more in its event. */
export const mediaSaved = byViewer((client, item: MediaView) => {
  changeCounts(client, item.eventId, { before: null, after: item });
  markUploadersStale(client, item.eventId, { refetches: false });
  void markEventStale(client, item.eventId, { refetches: false });
});

/** A saved upload can be shown, as its picture is measured. In a gallery on the screen it shows at once if nothing that is seen moves. */
export const mediaAdded = byViewer((client, item: MediaView) => {
  const { id, eventId } = item;
  recordInLists(client, {
    id: `added ${id}`,
    eventId,
    update: (known) => known,
    inserted: [item],
    mayMove: isAtTop(),
  });
});

/** Uploads to these events have ended. A gallery on the screen refreshes itself. */
export function uploadsSettled(client: QueryClient, eventIds: Iterable<string>): void {
  for (const eventId of eventIds) {
    void markStale(client, { queryKey: queryKeys.media(eventId) }, { refetches: false });
    markSelectionsStale(client, eventId);
    markUploadersStale(client, eventId);
    void markEventStale(client, eventId);
  }
}

/** The viewer has deleted an item. */
export const mediaRemoved = byViewer((client, item: Pick<MediaView, 'id' | 'eventId'>) => {
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
  markUploadersStale(client, eventId);
  void markEventStale(client, eventId).then(() => readWhatCame(client, eventId));
});

/** The owner has approved or rejected an item. `moderated` is the server's answer, with the item's new files. */
export const mediaModerated = byViewer((client, moderated: MediaView) => {
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
  void markEventStale(client, eventId).then(() => readWhatCame(client, eventId));
});

/** Guests go on sending: whole lists that hold fewer than there are by now are read again. */
function readWhatCame(client: QueryClient, eventId: string): void {
  const event = client.getQueryData<EventView>(queryKeys.event(eventId));
  for (const status of ['pending', 'rejected'] as const) {
    const queryKey = queryKeys.mediaByStatus(eventId, status);
    const { pages } = client.getQueryData<MediaPages>(queryKey) ?? {};
    const isWhole = pages?.at(-1)?.nextCursor === null;
    if (isWhole && itemsOf(pages).length < (event?.[`${status}Count`] ?? 0))
      void markStale(client, { queryKey });
  }
}

/** Whether an item was read before this decision. */
const isBefore = (known: MediaView, decided: MediaView): boolean =>
  known.status === 'pending' || (known.moderatedAt ?? '') < (decided.moderatedAt ?? '');

/** The items of one status that are known here. */
export function itemsOfStatus(client: QueryClient, eventId: string, status: MediaStatus): MediaView[] {
  const items = allItems(client, eventId).filter((item) => item.status === status);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

const latest = (instants: readonly (string | null)[]): string | undefined =>
  instants.reduce<string | undefined>((last, at) => (at && at > (last ?? '') ? at : last), undefined);

/** When the newest of these items was uploaded; undefined if there are none. */
export const latestUpload = (items: readonly MediaView[]): string | undefined =>
  latest(items.map(({ uploadedAt }) => uploadedAt));

type AllModerated = {
  readonly eventId: string;
  /** What their status was. */
  readonly from: 'pending' | 'rejected';
  readonly status: MediaStatus;
  /** Those that were known before the first call. */
  readonly known: readonly MediaView[];
};

/** The owner has approved or rejected everything that was pending, or has approved everything that was rejected. */
export const allMediaModerated = byViewer((client, { eventId, from, status, known }: AllModerated) => {
  const newest = latestUpload(known) ?? '';
  const lastDecision = latest(known.map(({ moderatedAt }) => moderatedAt)) ?? '';
  // Also what was not known here: it was uploaded earlier, so it was decided, too. What has been rejected since was not.
  const update = (item: MediaView): MediaView =>
    item.status === from && item.uploadedAt <= newest && (item.moderatedAt ?? '') <= lastDecision
      ? { ...item, status }
      : item;
  // What was decided is never pending again, and can be rejected again.
  const isFinal = from === 'pending';
  recordInLists(client, { id: `all decided ${eventId} ${from} ${newest}`, eventId, update, isFinal });
  recordInLists(client, {
    id: `all placed ${eventId} ${from}`,
    eventId,
    update: (item) => item,
    inserted: known.map(update),
    mayMove: isAtTop(),
  });
  patchEvent(client, eventId, (event) => ({ ...event, [`${from}Count`]: 0 }));
  // Their files have moved, and which ones there are is known to the server alone.
  void markStale(client, { queryKey: queryKeys.media(eventId) });
  void markEventStale(client, eventId);
});

/** Some of what was pending may have been decided: a call of several failed. */
export function mayBeModerated(client: QueryClient, eventId: string): void {
  void markStale(client, { queryKey: queryKeys.media(eventId) });
  void markEventStale(client, eventId);
}
