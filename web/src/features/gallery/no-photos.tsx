import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import { itemsOf, type MediaPages } from '../../changes/media-pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { PrintsDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Top Voted is empty: nobody has voted, or there is nothing to vote on. */
function NotVoted() {
  const hasApproved = useHasApproved();
  if (!hasApproved) return <NoPhotos reason="none" />;
  return <EmptyState drawing={<PrintsDrawing />} title="No voted photos yet" />;
}

/** Whether the viewer sees any approved photo. */
function useHasApproved(): boolean {
  const client = useQueryClient();
  const { eventId = '' } = useParams();
  const event = client.getQueryData<EventView>(queryKeys.event(eventId));
  const newest = client
    .getQueriesData<MediaPages>({ queryKey: queryKeys.galleryOrder(eventId, FIRST_SORT) })
    .flatMap(([, data]) => data?.pages ?? []);
  // The event tells the owner how many are pending; others see only their own, among the newest.
  const pending = event?.pendingCount ?? itemsOf(newest).filter(({ status }) => status === 'pending').length;
  return (event?.mediaCount ?? 0) > pending;
}

/** Empty state of the gallery. It has no button, because Add Media is always on the screen. */
export default function NoPhotos({ reason }: { reason: 'none' | 'not-voted' }) {
  if (reason === 'not-voted') return <NotVoted />;
  return (
    <EmptyState
      drawing={<PrintsDrawing />}
      title="No photos yet"
      text="Be the first to share memories from this event!"
    />
  );
}
