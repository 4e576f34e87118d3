import { lazy, Suspense, useState } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { AddMediaBar } from '../features/gallery/add-media-bar.tsx';
import { GalleryHeader } from '../features/gallery/gallery-header.tsx';
import { SORT_TABS } from '../features/gallery/sort-tabs.ts';
import { isAwaited } from '../features/gallery/is-awaited.ts';
import { useGalleryMedia } from '../features/gallery/use-gallery-media.ts';
import { mayHaveLeftovers } from '../features/upload/leftovers.ts';
import { statusOf } from '../lib/call.ts';
import { Tabs } from '../ui/tabs.tsx';
import { GalleryPhotos } from './gallery-photos.tsx';
import { useViewer } from './gallery-viewer.ts';
import styles from './gallery.module.css';

const EventError = lazy(() => import('../features/gallery/event-error.tsx'));
const PaymentRequired = lazy(() => import('../features/gallery/payment-required.tsx'));
const GalleryTools = lazy(() => import('./gallery-tools.tsx'));
const loadActions = () => import('./gallery-actions.tsx');
const GalleryActions = lazy(loadActions);

/** One event: what it is, its photos, adding to them, and what its owner can do. */
export function EventGallery({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const [sortBy, setSortBy] = useState<SortBy>('uploadedAt');
  const [presses, setPresses] = useState(0);
  const [adding, setAdding] = useState({ hint: '', isPending: false });
  // Who is known not to have paid is not asked to be refused. A guest is only known to the list itself.
  const isUnpaid =
    event.isPaid && !viewer.isOwner && !event.hasPaid && (viewer.user !== null || !viewer.guest.guestId);
  const isEnabled = viewer.isKnown && !isUnpaid;
  const gallery = useGalleryMedia({ eventId: event.id, sortBy, guest: viewer.guest, isEnabled });
  const { query, items } = gallery;
  const refusal = statusOf(query.error);
  const needsPayment = isUnpaid || refusal === 402;
  if (refusal === 403 || (refusal === 401 && viewer.guest.guestId === undefined)) {
    return <EventError error={query.error} eventId={event.id} />;
  }
  const isWhole = query.isSuccess && !query.hasNextPage && sortBy !== 'votes';
  const mediaCount = isWhole ? items.length : event.mediaCount;
  const photos = <GalleryPhotos {...{ event, viewer, gallery, sortBy }} hasMedia={mediaCount > 0} />;
  const hasWork = viewer.user !== null || refusal === 401 || mayHaveLeftovers() || items.some(isAwaited);
  return (
    <div className={styles.page}>
      <div className={styles.columns} data-beside={viewer.isOwner}>
        <GalleryHeader
          event={event}
          mediaCount={needsPayment ? null : mediaCount}
          addMedia={
            <AddMediaBar
              {...adding}
              isSecond={needsPayment}
              onPress={() => setPresses(presses + 1)}
              onNear={() => void loadActions().catch(() => {})}
            />
          }
        />
        {viewer.isOwner && (
          <div className={styles.tools}>
            <Suspense>
              <GalleryTools event={event} />
            </Suspense>
          </div>
        )}
        <div className={styles.content}>
          <Suspense>{needsPayment && <PaymentRequired event={event} />}</Suspense>
          {!needsPayment && mediaCount === 0 && photos}
          {!needsPayment && mediaCount > 0 && (
            <Tabs label="Order" tabs={SORT_TABS} value={sortBy} onChange={setSortBy}>
              <div className={styles.photos}>{photos}</div>
            </Tabs>
          )}
        </div>
      </div>
      <Suspense>
        {(presses > 0 || hasWork) && (
          <GalleryActions
            {...{ event, viewer, gallery, presses, refusal }}
            hasPaid={event.hasPaid || (query.isSuccess && !needsPayment)}
            onChange={setAdding}
          />
        )}
      </Suspense>
    </div>
  );
}
