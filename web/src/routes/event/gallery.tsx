import { useLocation } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { useViewer, type Viewer } from '../../features/events/use-viewer.ts';
import { isFreshUpload } from '../../features/gallery/is-fresh-upload.ts';
import { useSortRoute } from '../../features/gallery/use-sort-route.ts';
import { useMayHaveUploads } from '../../features/uploads/pending-uploads-flag.ts';
import { type AddMedia, useAddMedia } from '../../features/uploads/use-add-media.ts';
import styles from './gallery.module.css';
import { EventHeader } from './header.tsx';
import { EventError, EventHighlights, EventOwnerTools, EventUploads, PaymentWall } from './lazy-parts.tsx';
import { EventPhotos } from './photos.tsx';
import { useGalleryAccess } from './use-gallery-access.ts';

/** An event's gallery with everything around it: header, owner's tools, highlights, payment wall, photos, uploads. */
export function EventGallery({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const [sortBy, onSort] = useSortRoute();
  const access = useGalleryAccess(event, viewer, sortBy);
  const addMedia = useAddMedia({ event, viewer, hasPaid: access.hasPaid });
  const isUploading = useIsUploading(access, viewer, addMedia);
  const { gallery, mediaCount, needsPayment } = access;
  if (access.isRefused) return <EventError error={gallery.query.error} />;
  return (
    <div className={styles.page}>
      <div className={styles.columns} data-beside={viewer.isOwner}>
        <EventHeader
          {...{ event, viewer, gallery, addMedia }}
          mediaCount={needsPayment ? null : mediaCount}
        />
        {viewer.isOwner && (
          <div className={styles.tools} data-waiting={event.moderationEnabled && event.pendingCount}>
            <EventOwnerTools event={event} />
          </div>
        )}
        <div className={styles.content}>
          <Content {...{ event, viewer, access, sortBy, onSort }} />
        </div>
      </div>
      {isUploading && (
        <EventUploads {...{ event, viewer, gallery, addMedia }} isGuestUnknown={access.isGuestUnknown} />
      )}
    </div>
  );
}

type Access = ReturnType<typeof useGalleryAccess>;

type ContentProps = {
  event: EventView;
  viewer: Viewer;
  access: Access;
  sortBy: ReturnType<typeof useSortRoute>[0];
  onSort: ReturnType<typeof useSortRoute>[1];
};

/** Highlights and photos, or what has to be paid for them. */
function Content({ event, viewer, access, sortBy, onSort }: ContentProps) {
  const { search } = useLocation();
  const { gallery, needsPayment, isEnabled } = access;
  return (
    <>
      {!needsPayment && event.highlightCount > 0 && (
        <div className={styles.highlights}>
          <EventHighlights {...{ event, viewer, isEnabled }} />
        </div>
      )}
      {(needsPayment || search.includes('checkout=')) && (
        <PaymentWall
          {...{ event, viewer }}
          isClosed={needsPayment}
          isOpen={gallery.query.isSuccess}
          onPaid={access.onGuestPaid}
        />
      )}
      {!needsPayment && (
        <EventPhotos {...{ event, viewer, gallery, sortBy, onSort }} hasMedia={access.mediaCount > 0} />
      )}
    </>
  );
}

/** Whether there may be something to upload or to join, for which the code is loaded. */
function useIsUploading(
  { gallery, isGuestUnknown }: Access,
  { user }: Viewer,
  { dialog }: AddMedia,
): boolean {
  const mayHaveUploads = useMayHaveUploads();
  return (
    dialog !== undefined ||
    user !== null ||
    isGuestUnknown ||
    mayHaveUploads ||
    gallery.items.some(isFreshUpload)
  );
}
