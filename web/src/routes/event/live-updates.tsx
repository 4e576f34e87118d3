import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/contract/first-data.ts';
import { itemsOf } from '../../changes/media-pages.ts';
import { newItemsOf, liveUpdatesQuery, newItemsLabel } from '../../features/gallery/live-updates.ts';
import { LiveUpdatesPill } from '../../features/gallery/live-updates-pill.tsx';
import { mediaQuery } from '../../features/gallery/queries.ts';
import { showLiveUpdates } from '../../features/gallery/media-cache.ts';
import { focusPage } from '../../lib/focus-page.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';

type EventLiveUpdatesProps = {
  event: EventView;
  viewer: Pick<Viewer, 'guest'>;
  /** Called to switch to the order that the new photos are in. */
  onShown: () => void;
};

/** The new items show at once. What fails to be read again stays as it was. */
function show(...input: Parameters<typeof showLiveUpdates>): void {
  showLiveUpdates(...input).catch(() => {});
}

/** Announces photos that arrived since the gallery was opened, and shows them on request. */
export default function EventLiveUpdates({ event, viewer, onShown }: EventLiveUpdatesProps) {
  const client = useQueryClient();
  const { guest } = viewer;
  const { id: eventId, mediaCount } = event;
  const { data: updates } = useQuery(liveUpdatesQuery(client, { eventId, guest, mediaCount }));
  const { data: list } = useInfiniteQuery({
    ...mediaQuery({ eventId, sortBy: FIRST_SORT, guest }),
    enabled: false,
  });
  const newCount = newItemsOf(updates, list).length;
  const isEmpty = list !== undefined && itemsOf(list.pages).length === 0;
  useEffect(() => {
    // The gallery is empty: nothing can move, so show them at once.
    if (isEmpty && newCount > 0 && updates.fresh) show(client, { eventId, guest }, updates.fresh);
  }, [isEmpty, newCount, updates.fresh, client, eventId, guest]);
  const onShow = () => {
    if (updates.fresh) show(client, { eventId, guest }, updates.fresh);
    onShown();
    scrollTo({ top: 0, behavior: 'instant' });
    // The pressed button is gone.
    focusPage();
  };
  const label = newCount > 0 && !isEmpty ? newItemsLabel(newCount, updates) : '';
  return <LiveUpdatesPill label={label} onShow={onShow} />;
}
