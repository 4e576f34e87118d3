import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../shared/contract/entities.ts';
import type { LiveItem, LiveMessage } from '../../../shared/contract/live-updates.ts';
import { compareMedia } from '../../../shared/rules/sort-media.ts';
import { FIRST_SORT } from '../../../shared/values/sort-orders.ts';
import { type GuestFields, queryKeys } from '../lib/query-keys.ts';
import { isPendingChange, recordChange } from './change-log.ts';
import { markEventStale } from './event-changes.ts';
import { itemsOf, type MediaPage, type MediaPages } from './media-pages.ts';
import { changeCounts, findItem, recordInLists } from './record-in-lists.ts';
import { byViewer } from './viewing.ts';

type Hearing = { readonly eventId: string; readonly guest: GuestFields; readonly isHost: boolean };

/** By item, the newest version that was heard of: messages come twice, and out of order. */
const versions = new WeakMap<QueryClient, Map<string, number>>();

function isNewer(client: QueryClient, id: string, version: number): boolean {
  const known = versions.get(client) ?? new Map<string, number>();
  versions.set(client, known);
  if ((known.get(id) ?? -1) > version) return false;
  known.set(id, version);
  return true;
}

/** Others have changed what the event holds, and the server says what everybody sees of it now. */
export const messageHeard = byViewer((client, hearing: Hearing, message: LiveMessage) => {
  const { items = [], votes = [], gone = [] } = message;
  for (const item of gone) goneHeard(client, hearing, item);
  for (const item of items) itemHeard(client, hearing, item);
  for (const vote of votes) voteHeard(client, hearing, vote);
  // What waits for approval is not told of, and counts for hosts.
  if (hearing.isHost && items.length + gone.length > 0) void markEventStale(client, hearing.eventId);
});

function goneHeard(
  client: QueryClient,
  { eventId, isHost }: Hearing,
  { id, version }: { id: string; version?: number },
): void {
  if (!isNewer(client, id, version ?? Infinity)) return;
  const before = findItem(client, { id, eventId });
  const isDeleted = version === undefined;
  const after = (item: MediaView): MediaView | null =>
    isHost && !isDeleted ? { ...item, status: 'rejected' } : null;
  recordInLists(client, {
    id: `heard ${id}`,
    eventId,
    update: (known) => (known.id === id ? after(known) : known),
    isFinal: isDeleted,
  });
  if (isHost) return;
  if (before) changeCounts(client, eventId, { before, after: null });
  // It may be one that the viewer deleted, and is counted already.
  else void markEventStale(client, eventId, { refetches: false });
}

function itemHeard(client: QueryClient, { eventId, guest, isHost }: Hearing, item: LiveItem): void {
  const { id, version } = item;
  if (!isNewer(client, id, version)) return;
  const before = findItem(client, { id, eventId });
  const after = viewOf(item, eventId, before);
  const list = client.getQueryData<MediaPages>(queryKeys.gallery({ eventId, guest, sortBy: FIRST_SORT }));
  recordInLists(client, {
    id: `heard ${id}`,
    eventId,
    update: (known) => (known.id === id ? viewOf(item, eventId, known) : known),
    inserted: [after],
    // The first photos of an empty gallery are shown at once; others are announced.
    mayMove: list !== undefined && itemsOf(list.pages).length === 0,
  });
  recordChange(client, {
    id: `announced ${id}`,
    scope: { queryKey: queryKeys.liveUpdates({ eventId, guest }), exact: true },
    patch: (data) => withNewest(data as Announced, after),
  });
  if (!isHost) changeCounts(client, eventId, { before: before ?? null, after });
}

function voteHeard(
  client: QueryClient,
  { eventId }: Hearing,
  { id, count }: { id: string; count: number },
): void {
  const before = findItem(client, { id, eventId });
  // One's own vote that is on its way is not among them yet.
  if (!before || isPendingChange(client, `vote ${id}`)) return;
  recordInLists(client, {
    id: `votes ${id}`,
    eventId,
    update: (known) => (known.id === id ? { ...known, voteCount: count } : known),
  });
  changeCounts(client, eventId, { before, after: { ...before, voteCount: count } });
}

type Announced = { readonly mediaCount: number; readonly fresh: MediaPage | null };

/** What a look for new photos would have found. */
function withNewest(data: Announced, item: MediaView): Announced {
  const { items, nextCursor } = data.fresh ?? { items: [], nextCursor: null };
  const others = items.filter(({ id }) => id !== item.id);
  const fresh = { items: [...others, item].toSorted(compareMedia(FIRST_SORT)), nextCursor };
  return { ...data, fresh, mediaCount: data.mediaCount + (others.length === items.length ? 1 : 0) };
}

const STRANGERS = {
  uploadedBy: null,
  guestUploadedBy: null,
  originalName: null,
  moderatedBy: null,
  unsupportedReason: null,
  hasVoted: false,
  isOwn: false,
};

/** An item as the viewer sees it: what is about them stays as it is known. */
function viewOf(item: LiveItem, eventId: string, known: MediaView | undefined): MediaView {
  const { version: _, ...seen } = item;
  const uploadId = seen.id.slice('med_'.length);
  return {
    ...STRANGERS,
    ...known,
    ...seen,
    ...(known && { uploaderName: known.uploaderName }),
    ...(known?.originalName != null && { downloadSize: known.downloadSize }),
    eventId,
    filename: uploadId,
    objectPath: `/objects/uploads/upl_${uploadId}`,
    thumbnailPath: seen.renditions.tile?.url ?? null,
    status: 'approved',
  };
}
