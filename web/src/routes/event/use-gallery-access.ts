import { useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { type Gallery, useGalleryMedia } from '../../features/gallery/use-gallery-media.ts';
import { isSessionChanged, isUnknownGuest, statusOf } from '../../lib/call.ts';

/** An event's photos in one order, and whether the viewer may see them. */
export function useGalleryAccess(event: EventView, viewer: Viewer, sortBy: SortBy) {
  const [isPaidGuest, setPaidGuest] = useState(false);
  // Skips a request that would be refused. The event says whether a user has paid; the payment wall finds out for guests.
  const isUnpaid = event.isPaid && !viewer.isOwner && !event.hasPaid && !isPaidGuest;
  const isEnabled = viewer.isReady && !isUnpaid;
  const gallery = useGalleryMedia({
    eventId: event.id,
    sortBy,
    guest: viewer.guest,
    isEnabled,
    isModerated: event.moderationEnabled,
  });
  const { error, isSuccess } = gallery.query;
  const needsPayment = isUnpaid || statusOf(error) === 402;
  return {
    gallery,
    isEnabled,
    needsPayment,
    hasPaid: event.hasPaid || (isSuccess && !needsPayment),
    isRefused: isRefusal(error),
    /** The server does not know the guest of this browser. */
    isGuestUnknown: isUnknownGuest(error),
    onGuestPaid: () => setPaidGuest(true),
  };
}

/** Whether the viewer may not see the gallery, even by paying. */
function isRefusal(error: unknown): boolean {
  // Not an answer about the gallery: it is fetched again as whoever is signed in, or as no guest.
  if (isSessionChanged(error) || isUnknownGuest(error)) return false;
  return statusOf(error) === 401 || statusOf(error) === 403;
}

/** How many photos the viewer sees: those of a gallery that has come as a whole, else what the event says. */
export function mediaCountOf(event: EventView, { query, items }: Gallery, sortBy: SortBy): number {
  const isWhole = query.isSuccess && !query.hasNextPage && sortBy !== 'votes';
  return isWhole ? items.length : event.mediaCount;
}
