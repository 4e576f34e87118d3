import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { UPLOAD_DIALOG_FAILED } from '../../../../shared/offline-messages.ts';
import { AddMediaBar } from '../../features/gallery/add-media-bar.tsx';
import { GalleryHeader } from '../../features/gallery/gallery-header.tsx';
import { SORT_TABS } from '../../features/gallery/sort-tabs.ts';
import { isFreshUpload } from '../../features/gallery/is-fresh-upload.ts';
import { useSortRoute } from '../../features/gallery/use-sort-route.ts';
import { useGalleryMedia } from '../../features/gallery/use-gallery-media.ts';
import { useMayHavePendingUploads } from '../../features/uploads/pending-uploads-flag.ts';
import { isSessionChanged, isUnknownGuest, statusOf } from '../../lib/call.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { EventNotifications } from './notifications.tsx';
import { EventGrid } from './grid.tsx';
import {
  DownloadDialog,
  EventError,
  AddMedia,
  EventHighlights,
  EventLiveUpdates,
  EventOwnerTools,
  loadAddMedia,
  PaymentWall,
} from './lazy-parts.tsx';
import { useViewer } from '../../features/events/use-viewer.ts';
import styles from './gallery.module.css';

/** An event's gallery with everything around it: header, uploads, highlights, payment wall, owner's tools. */
export function EventGallery({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const { search } = useLocation();
  const hasPendingUploads = useMayHavePendingUploads();
  const [sortBy, setSortBy] = useSortRoute();
  const [presses, setPresses] = useState(0);
  const [addMediaState, setAddMediaState] = useState({ hint: '', isPending: false });
  const [isDownloading, setDownloading] = useState(false);
  const [isPaidGuest, setPaidGuest] = useState(false);
  // Skips a media request that would be refused. The event says whether a user has paid; the payment wall finds out for guests.
  const isUnpaid = event.isPaid && !viewer.isOwner && !event.hasPaid && !isPaidGuest;
  const isEnabled = viewer.isReady && !isUnpaid;
  const gallery = useGalleryMedia({
    eventId: event.id,
    sortBy,
    guest: viewer.guest,
    isEnabled,
    isModerated: event.moderationEnabled,
  });
  const press = () => {
    loadAddMedia().then(
      () => setPresses((last) => last + 1),
      () => toast(UPLOAD_DIALOG_FAILED, 'bad'),
    );
  };
  const { query, items } = gallery;
  // Not an answer about the gallery: it is fetched again as whoever is signed in.
  const refusal = isSessionChanged(query.error) ? undefined : statusOf(query.error);
  const needsPayment = isUnpaid || refusal === 402;
  const isGuestUnknown = isUnknownGuest(query.error);
  if (refusal === 403 || (refusal === 401 && !isGuestUnknown)) {
    return <EventError error={query.error} />;
  }
  const isFullyLoaded = query.isSuccess && !query.hasNextPage && sortBy !== 'votes';
  const mediaCount = isFullyLoaded ? items.length : event.mediaCount;
  const photos = (
    <>
      {query.isSuccess && <EventLiveUpdates {...{ event, viewer }} onShown={() => setSortBy('uploadedAt')} />}
      <EventGrid {...{ event, viewer, gallery, sortBy }} hasMedia={mediaCount > 0} />
    </>
  );
  const needsAddMedia =
    viewer.user !== null || isGuestUnknown || hasPendingUploads || items.some(isFreshUpload);
  return (
    <div className={styles.page}>
      <div className={styles.columns} data-beside={viewer.isOwner}>
        <GalleryHeader
          event={event}
          mediaCount={needsPayment ? null : mediaCount}
          onDownloadAll={() => setDownloading(true)}
          notifications={<EventNotifications {...{ event, viewer, gallery }} />}
          addMedia={
            <AddMediaBar
              {...addMediaState}
              isSecond={needsPayment}
              onPress={press}
              onNear={() => void loadAddMedia().catch(() => {})}
            />
          }
        />
        {viewer.isOwner && (
          <div className={styles.tools} data-waiting={event.moderationEnabled && event.pendingCount}>
            <EventOwnerTools event={event} />
          </div>
        )}
        <div className={styles.content}>
          {!needsPayment && event.highlightCount > 0 && (
            <div className={styles.highlights}>
              <EventHighlights {...{ event, viewer, isEnabled }} />
            </div>
          )}
          {(needsPayment || search.includes('checkout=')) && (
            <PaymentWall
              {...{ event, viewer }}
              isClosed={needsPayment}
              isOpen={query.isSuccess}
              onPaid={() => setPaidGuest(true)}
            />
          )}
          {!needsPayment && mediaCount === 0 && photos}
          {!needsPayment && mediaCount > 0 && (
            <Tabs label="Order" tabs={SORT_TABS} value={sortBy} onChange={setSortBy}>
              <div className={styles.photos}>{photos}</div>
            </Tabs>
          )}
        </div>
      </div>
      {isDownloading && (
        <DownloadDialog
          eventId={event.id}
          isOwner={viewer.isOwner}
          guest={viewer.guest}
          onClose={() => setDownloading(false)}
        />
      )}
      {(presses > 0 || needsAddMedia) && (
        <AddMedia
          {...{ event, viewer, gallery, presses, isGuestUnknown }}
          hasPaid={event.hasPaid || (query.isSuccess && !needsPayment)}
          onChange={setAddMediaState}
        />
      )}
    </div>
  );
}
