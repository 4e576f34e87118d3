import type { EventView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { SORT_TABS } from '../../features/gallery/sort-tabs.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './gallery.module.css';
import { EventGrid } from './grid.tsx';
import { EventLiveUpdates } from './lazy-parts.tsx';

type EventPhotosProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  sortBy: SortBy;
  onSort: (sortBy: SortBy) => void;
  hasMedia: boolean;
};

/** The photos under the orders to choose from, if there are any to order, or another order has been chosen. */
export function EventPhotos({ event, viewer, gallery, sortBy, onSort, hasMedia }: EventPhotosProps) {
  const hasOrders = hasMedia || sortBy !== FIRST_SORT;
  return (
    // Without orders, too: what is connected stays so when the first photo comes.
    <Tabs label="Order" tabs={hasOrders ? SORT_TABS : []} value={sortBy} onChange={onSort}>
      <div className={hasOrders ? styles.photos : undefined}>
        {gallery.query.isSuccess && (
          // Another person needs a ticket of their own.
          <EventLiveUpdates key={viewer.uploader} {...{ event, viewer }} onShown={() => onSort(FIRST_SORT)} />
        )}
        <EventGrid {...{ event, viewer, gallery, sortBy, hasMedia }} />
      </div>
    </Tabs>
  );
}
