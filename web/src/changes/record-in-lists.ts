import type { QueryClient } from '@tanstack/react-query';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import { type MediaList, queryKeys } from '../lib/query-keys.ts';
import { recordChange } from './change-log.ts';
import { patchEvent } from './event-changes.ts';
import { itemsIn, type ItemPatch, patchList } from './item-lists.ts';

type Counts = Pick<
  EventView,
  'mediaCount' | 'approvedCount' | 'votedCount' | 'pendingCount' | 'rejectedCount'
>;

/** Records a change in every list of an event's items. */
export function recordInLists(
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

/** Every item of an event that is known here, once for each list that has it. */
export function allItems(client: QueryClient, eventId: string): MediaView[] {
  return client
    .getQueriesData({ queryKey: queryKeys.media(eventId) })
    .flatMap(([key, data]) => (data === undefined ? [] : itemsIn(data, key[3] as MediaList)));
}

/** An item as it is known here; undefined if it is in no list. */
export function findItem(
  client: QueryClient,
  item: Pick<MediaView, 'id' | 'eventId'>,
): MediaView | undefined {
  return allItems(client, item.eventId).find(({ id }) => id === item.id);
}

/** What an item adds to its event's counts. */
function countsOf(item: MediaView | null): Required<Counts> {
  const has = (condition: boolean) => Number(item !== null && condition);
  return {
    mediaCount: has(item?.status !== 'rejected'),
    approvedCount: has(item?.status === 'approved'),
    votedCount: has(item?.status === 'approved' && item.voteCount > 0),
    pendingCount: has(item?.status === 'pending'),
    rejectedCount: has(item?.status === 'rejected'),
  };
}

/** Changes the event's counts by what an item was and is; null if it is in none. */
export function changeCounts(
  client: QueryClient,
  eventId: string,
  { before, after }: { before: MediaView | null; after: MediaView | null },
): void {
  const [old, now] = [countsOf(before), countsOf(after)];
  const changed = (count: number, name: keyof Counts) => Math.max(0, count + now[name] - old[name]);
  patchEvent(client, eventId, (event) => ({
    ...event,
    mediaCount: changed(event.mediaCount, 'mediaCount'),
    approvedCount: changed(event.approvedCount, 'approvedCount'),
    votedCount: changed(event.votedCount, 'votedCount'),
    ...(event.pendingCount !== undefined && { pendingCount: changed(event.pendingCount, 'pendingCount') }),
    ...(event.rejectedCount !== undefined && {
      rejectedCount: changed(event.rejectedCount, 'rejectedCount'),
    }),
  }));
}
