import { useInfiniteQuery } from '@tanstack/react-query';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { itemsOf } from '../../changes/media-pages.ts';
import { mediaQuery } from '../../features/gallery/queries.ts';
import { type Gallery, useGalleryMedia } from '../../features/gallery/use-gallery-media.ts';
import { useUnpaid } from '../../features/payments/use-unpaid.ts';
import { isRefusal, isUnknownGuest, statusOf } from '../../lib/call.ts';
import type { GuestFields } from '../../lib/query-keys.ts';

/** An event's photos in one order, and whether the viewer may see them. */
export function useGalleryAccess(event: EventView, viewer: Viewer, sortBy: SortBy) {
  const { isUnpaid, onGuestPaid } = useUnpaid(event, viewer);
  const isEnabled = viewer.isReady && !isUnpaid;
  const gallery = useGalleryMedia({
    eventId: event.id,
    sortBy,
    guest: viewer.guest,
    isEnabled,
    isModerated: event.moderationEnabled,
  });
  const mediaCount = useMediaCount(event, gallery, { sortBy, guest: viewer.guest, isEnabled });
  const { error, isSuccess } = gallery.query;
  const needsPayment = isUnpaid || statusOf(error) === 402;
  return {
    gallery,
    mediaCount,
    isEnabled,
    needsPayment,
    hasPaid: event.hasPaid || (isSuccess && !needsPayment),
    /** The viewer may not see the gallery, even by paying. */
    isRefused: !needsPayment && isRefusal(error),
    /** The server does not know the guest of this browser. */
    isGuestUnknown: isUnknownGuest(error),
    onGuestPaid,
  };
}

type Counting = { sortBy: SortBy; guest: GuestFields; isEnabled: boolean };

/** How many photos the viewer sees in all: those of a list that has come as a whole, else what the event says. */
function useMediaCount(event: EventView, gallery: Gallery, { sortBy, guest, isEnabled }: Counting): number {
  const isByVotes = sortBy === 'votes';
  const { data } = useInfiniteQuery({
    ...mediaQuery({ eventId: event.id, sortBy: FIRST_SORT, guest }),
    // A guest's own pending photos have no votes, and the event does not count them.
    enabled: isEnabled && isByVotes && event.moderationEnabled && guest.guestId !== undefined,
  });
  const { isSuccess, isPlaceholderData, hasNextPage } = gallery.query;
  // The list of another order may be older than the event, and have only begun to come.
  if (isByVotes) return Math.max(event.mediaCount, data ? itemsOf(data.pages).length : 0);
  return isSuccess && !isPlaceholderData && !hasNextPage ? gallery.items.length : event.mediaCount;
}
