import { useEffect, useState } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { SORTS } from '../../../shared/rules/sorting.ts';
import { useAddMedia } from '../features/eligibility/use-add-media.ts';
import { AddMediaBar } from '../features/gallery/add-media-bar.tsx';
import { EventError } from '../features/gallery/event-error.tsx';
import { GalleryHeader } from '../features/gallery/gallery-header.tsx';
import { PaymentRequired } from '../features/gallery/payment-required.tsx';
import { useAutoJoin } from '../features/gallery/use-auto-join.ts';
import { useGalleryMedia } from '../features/gallery/use-gallery-media.ts';
import { statusOf } from '../lib/call.ts';
import { writeGuest } from '../lib/guest-credentials.ts';
import { Tabs } from '../ui/tabs.tsx';
import { GalleryPhotos } from './gallery-photos.tsx';
import { GalleryTools } from './gallery-tools.tsx';
import { GalleryUploads, loadUploader } from './gallery-uploads.tsx';
import { useViewer } from './gallery-viewer.ts';
import styles from './gallery.module.css';

/** One event: what it is, what its owner can do, its photos, and adding to them. */
export function EventGallery({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const [sortBy, setSortBy] = useState<SortBy>('uploadedAt');
  // Who is known not to have paid is not asked to be refused. A guest is only known to the list itself.
  const isUnpaid =
    event.isPaid && !viewer.isOwner && !event.hasPaid && (viewer.user !== null || !viewer.guest.guestId);
  const gallery = useGalleryMedia({
    eventId: event.id,
    sortBy,
    guest: viewer.guest,
    isEnabled: viewer.isKnown && !isUnpaid,
  });
  const refusal = statusOf(gallery.query.error);
  const needsPayment = isUnpaid || refusal === 402;
  const addMedia = useAddMedia({
    event,
    user: viewer.user,
    hasPaid: event.hasPaid || (gallery.query.isSuccess && !needsPayment),
    hasGuestInfo: viewer.guest.guestId !== undefined,
    load: loadUploader,
  });
  useAutoJoin(event);
  useForgottenGuest(refusal, viewer.guest.guestId);

  const isWhole = gallery.query.isSuccess && !gallery.query.hasNextPage && sortBy !== 'votes';
  const mediaCount = isWhole ? gallery.items.length : event.mediaCount;
  if (refusal === 403 || (refusal === 401 && viewer.guest.guestId === undefined)) {
    return <EventError error={gallery.query.error} eventId={event.id} />;
  }
  const addMediaButton = (
    <AddMediaBar
      hint={addMedia.eligibility.message}
      isPending={addMedia.isJoining}
      onPress={addMedia.press}
      onNear={() => void loadUploader().catch(() => {})}
    />
  );
  const photos = (
    <GalleryPhotos
      event={event}
      viewer={viewer}
      gallery={gallery}
      sortBy={sortBy}
      hasMedia={mediaCount > 0}
    />
  );
  return (
    <div className={styles.page}>
      <div className={styles.columns} data-beside={viewer.isOwner}>
        <GalleryHeader
          event={event}
          mediaCount={needsPayment ? null : mediaCount}
          addMedia={addMediaButton}
        />
        {viewer.isOwner && <GalleryTools event={event} />}
        <div className={styles.content}>
          {needsPayment && <PaymentRequired event={event} />}
          {!needsPayment && mediaCount === 0 && photos}
          {!needsPayment && mediaCount > 0 && (
            <Tabs
              label="Order"
              tabs={SORTS.map(({ sortBy: value, label }) => ({ value, label }))}
              value={sortBy}
              onChange={setSortBy}
            >
              <div className={styles.photos}>{photos}</div>
            </Tabs>
          )}
        </div>
      </div>
      <GalleryUploads event={event} viewer={viewer} gallery={gallery} addMedia={addMedia} />
    </div>
  );
}

/** A guest that the server no longer knows is forgotten here, too: the visitor starts anew. */
function useForgottenGuest(refusal: number | undefined, guestId: string | undefined): void {
  const isForgotten = refusal === 401 && guestId !== undefined;
  useEffect(() => {
    if (isForgotten) writeGuest(null);
  }, [isForgotten]);
}
