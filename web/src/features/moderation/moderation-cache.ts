import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { EventView, MediaStatus, MediaView } from '../../../../shared/contract/entities.ts';
import { mediaByStatusQuery } from './queries.ts';

/*
 * The cache is updated from the responses instead of refetched: the server's lists and counts are eventually
 * consistent, and a refetch could briefly bring a decided card back.
 */

type Pages = InfiniteData<{ items: MediaView[]; nextCursor: string | null }, string | null>;
type Counts = { pendingCount?: number; rejectedCount?: number };

/** Moves an item from its old status's list to its new one's; null for a deleted item. */
export function moveItem(
  client: QueryClient,
  { item, to }: { item: MediaView; to: MediaStatus | null },
): void {
  const { eventId } = item;
  changeList(client, { eventId, status: item.status }, (items) => items.filter(({ id }) => id !== item.id));
  adjustCounts(client, eventId, { [countField(item.status)]: -1 });
  if (to === null) return markStale(client, eventId);
  changeList(client, { eventId, status: to }, (items) => [{ ...item, status: to }, ...items]);
  adjustCounts(client, eventId, { [countField(to)]: 1 });
  markStale(client, eventId);
}

/** Empties the pending list and count. */
export function clearPending(client: QueryClient, eventId: string): void {
  client.setQueryData<Pages>(mediaByStatusQuery(eventId, 'pending').queryKey, {
    pages: [{ items: [], nextCursor: null }],
    pageParams: [null],
  });
  client.setQueryData<EventView>(['/api/events', eventId], (event) => event && { ...event, pendingCount: 0 });
  markStale(client, eventId);
}

/** Changes the owner's pending and rejected counts by these amounts. */
export function adjustCounts(
  client: QueryClient,
  eventId: string,
  change: Counts & Record<string, number>,
): void {
  client.setQueryData<EventView>(
    ['/api/events', eventId],
    (event) =>
      event && {
        ...event,
        pendingCount: Math.max(0, (event.pendingCount ?? 0) + (change.pendingCount ?? 0)),
        rejectedCount: Math.max(0, (event.rejectedCount ?? 0) + (change.rejectedCount ?? 0)),
      },
  );
}

const countField = (status: MediaStatus) => `${status}Count`;

function changeList(
  client: QueryClient,
  list: { eventId: string; status: MediaStatus },
  change: (items: MediaView[]) => MediaView[],
): void {
  client.setQueryData<Pages>(mediaByStatusQuery(list.eventId, list.status).queryKey, (data) => {
    const [first, ...rest] = data?.pages ?? [];
    if (!data || !first) return data;
    const changed = change(data.pages.flatMap(({ items }) => items));
    const last = rest.at(-1) ?? first;
    return { pages: [{ items: changed, nextCursor: last.nextCursor }], pageParams: [null] };
  });
}

/** Other screens of the event refetch when they are next shown. */
function markStale(client: QueryClient, eventId: string): void {
  void client.invalidateQueries({ queryKey: ['/api/events', eventId], refetchType: 'none' });
}
