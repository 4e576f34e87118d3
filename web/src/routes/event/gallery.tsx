import { useSearchParams } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { useViewer, type Viewer } from '../../features/events/use-viewer.ts';
import { isFreshUpload } from '../../features/gallery/is-fresh-upload.ts';
import { useSortRoute } from '../../features/gallery/use-sort-route.ts';
import { useMayHaveUploads } from '../../features/uploads/pending-uploads-flag.ts';
import { type AddMedia, useAddMedia } from '../../features/uploads/use-add-media.ts';
import styles from './gallery.module.css';
import { EventHeader } from './header.tsx';
import {
  ContributionsDialog,
  EventError,
  EventHighlights,
  EventOwnerTools,
  EventUploads,
  PaymentWall,
} from './lazy-parts.tsx';
import { EventPhotos } from './photos.tsx';
import { useGalleryAccess } from './use-gallery-access.ts';
import { useUploadsRoute } from './use-uploads-route.ts';

type EventGalleryProps = {
  event: EventView;
  /** Why the event may not be seen any more, if that is so. */
  refusal: Error | null;
};

/** An event's gallery with everything around it: header, owner's tools, highlights, payment wall, photos, uploads. */
export function EventGallery({ event, refusal }: EventGalleryProps) {
  const viewer = useViewer(event);
  const [sortBy, onSort] = useSortRoute();
  const access = useGalleryAccess(event, viewer, sortBy);
  const addMedia = useAddMedia({ event, viewer, hasPaid: access.hasPaid });
  const uploads = useUploadsRoute(viewer);
  const mayHaveUploads = useMayHaveUploads();
  const { gallery, mediaCount, needsPayment } = access;
  const error = refusal ?? (access.isRefused ? gallery.query.error : null);
  return (
    <>
      {error ? (
        <EventError error={error} />
      ) : (
        <div className={styles.page}>
          <div className={styles.columns} data-beside={viewer.isHost}>
            <EventHeader
              {...{ event, viewer, gallery, addMedia }}
              uploadsLink={uploads.linkToOwn}
              mediaCount={needsPayment ? null : mediaCount}
            />
            {viewer.isHost && (
              <div className={styles.tools} data-waiting={event.moderationEnabled && event.pendingCount}>
                <EventOwnerTools event={event} />
              </div>
            )}
            <div className={styles.content}>
              <Content {...{ event, viewer, access, sortBy, onSort }} />
            </div>
          </div>
        </div>
      )}
      {!error && !needsPayment && uploads.of !== undefined && (
        <ContributionsDialog
          key={uploads.of}
          eventId={event.id}
          of={uploads.of}
          viewer={viewer}
          onClose={uploads.close}
        />
      )}
      {/* What was not sent stays in view, whatever has become of the event. */}
      {(mayHaveUploads || (!error && needsUploads(access, viewer, addMedia))) && (
        <EventUploads
          {...{ event, viewer, gallery, addMedia }}
          uploadsLink={uploads.linkToOwn}
          isGuestUnknown={access.isGuestUnknown}
        />
      )}
    </>
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
  const [search] = useSearchParams();
  const { gallery, needsPayment, isEnabled } = access;
  const highlights = <EventHighlights {...{ event, viewer, isEnabled }} />;
  return (
    <>
      {!needsPayment &&
        (event.highlightCount > 0 ? (
          <div className={styles.highlights}>{highlights}</div>
        ) : (
          // A link to one that is none any more says so.
          search.has('highlight') && highlights
        ))}
      {(needsPayment || search.has('checkout')) && (
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

/** Whether there is something to upload, to join or to follow, for which the code is loaded. */
const needsUploads = ({ gallery, isGuestUnknown }: Access, { user }: Viewer, { dialog }: AddMedia): boolean =>
  dialog !== undefined || user !== null || isGuestUnknown || gallery.items.some(isFreshUpload);
