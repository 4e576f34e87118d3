import { useLayoutEffect, useState } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { UPLOAD_DIALOG_FAILED } from '../../../shared/said-offline.ts';
import { AddMediaBar } from '../features/gallery/add-media-bar.tsx';
import { GalleryHeader } from '../features/gallery/gallery-header.tsx';
import { SORT_TABS } from '../features/gallery/sort-tabs.ts';
import { isAwaited } from '../features/gallery/is-awaited.ts';
import { useGalleryMedia } from '../features/gallery/use-gallery-media.ts';
import { useLeftovers } from '../features/upload/leftovers.ts';
import { isGuestForgotten, statusOf } from '../lib/call.ts';
import { dropPlainPage } from '../lib/first-page.ts';
import { Tabs } from '../ui/tabs.tsx';
import { toast } from '../ui/toast-store.ts';
import { GalleryBell } from './gallery-bell.tsx';
import { GalleryPhotos } from './gallery-photos.tsx';
import {
  DownloadDialog,
  EventError,
  GalleryActions,
  GalleryHighlights,
  GalleryNews,
  GalleryTools,
  loadActions,
  PaymentWall,
} from './gallery-parts.tsx';
import { useViewer } from './gallery-viewer.ts';
import styles from './gallery.module.css';

/** One event: what it is, its photos, adding to them, and what its owner can do. */
export function EventGallery({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const hasLeftovers = useLeftovers();
  const [sortBy, setSortBy] = useState<SortBy>('uploadedAt');
  const [presses, setPresses] = useState(0);
  const [adding, setAdding] = useState({ hint: '', isPending: false });
  const [isDownloading, setDownloading] = useState(false);
  const [isPaidGuest, setPaidGuest] = useState(false);
  // Nobody asks to be refused: of a signed-in person the event tells whether they have paid, of a guest the wall.
  const isUnpaid = event.isPaid && !viewer.isOwner && !event.hasPaid && !isPaidGuest;
  const isEnabled = viewer.isKnown && !isUnpaid;
  const gallery = useGalleryMedia({
    eventId: event.id,
    sortBy,
    guest: viewer.guest,
    isEnabled,
    mayHaveOwn: event.moderationEnabled,
  });
  const press = () => {
    loadActions().then(
      () => setPresses((last) => last + 1),
      () => toast(UPLOAD_DIALOG_FAILED, 'bad'),
    );
  };
  const { query, items } = gallery;
  const isComplete = !query.isPending || isUnpaid;
  useLayoutEffect(() => {
    if (isComplete) dropPlainPage();
  }, [isComplete]);
  const refusal = statusOf(query.error);
  const needsPayment = isUnpaid || refusal === 402;
  const isForgotten = isGuestForgotten(query.error);
  if (refusal === 403 || (refusal === 401 && !isForgotten)) {
    return <EventError error={query.error} />;
  }
  const isWhole = query.isSuccess && !query.hasNextPage && sortBy !== 'votes';
  const mediaCount = isWhole ? items.length : event.mediaCount;
  const photos = (
    <>
      {query.isSuccess && <GalleryNews {...{ event, viewer }} onShown={() => setSortBy('uploadedAt')} />}
      <GalleryPhotos {...{ event, viewer, gallery, sortBy }} hasMedia={mediaCount > 0} />
    </>
  );
  const hasWork = viewer.user !== null || isForgotten || hasLeftovers || items.some(isAwaited);
  return (
    <div className={styles.page}>
      <div className={styles.columns} data-beside={viewer.isOwner}>
        <GalleryHeader
          event={event}
          mediaCount={needsPayment ? null : mediaCount}
          onDownloadAll={() => setDownloading(true)}
          notifications={
            'PushManager' in window && (
              <div className={styles.push}>
                <GalleryBell {...{ event, viewer, gallery }} />
              </div>
            )
          }
          addMedia={
            <AddMediaBar
              {...adding}
              isSecond={needsPayment}
              onPress={press}
              onNear={() => void loadActions().catch(() => {})}
            />
          }
        />
        {viewer.isOwner && (
          <div className={styles.tools} data-waiting={event.moderationEnabled && event.pendingCount}>
            <GalleryTools event={event} />
          </div>
        )}
        <div className={styles.content}>
          {!needsPayment && event.highlightCount > 0 && (
            <div className={styles.highlights}>
              <GalleryHighlights {...{ event, viewer, gallery, isEnabled }} />
            </div>
          )}
          {(needsPayment || location.search.includes('checkout=')) && (
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
      {(presses > 0 || hasWork) && (
        <GalleryActions
          {...{ event, viewer, gallery, presses, isForgotten }}
          hasPaid={event.hasPaid || (query.isSuccess && !needsPayment)}
          onChange={setAdding}
        />
      )}
    </div>
  );
}
