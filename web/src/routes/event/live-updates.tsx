import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import { pollQuery, newItemsLabel, newItemsOf } from '../../features/gallery/poll-gallery.ts';
import { changesUnheard } from '../../changes/heard-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { LiveUpdatesPill } from '../../features/gallery/live-updates-pill.tsx';
import { useLiveConnection } from '../../features/gallery/use-live-connection.ts';
import { itemsOf, type MediaPages } from '../../changes/media-pages.ts';
import { mediaQuery } from '../../features/gallery/queries.ts';
import { showLiveUpdates } from '../../features/gallery/refresh-media.ts';
import { focusPage } from '../../lib/focus-page.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';

type EventLiveUpdatesProps = {
  event: EventView;
  viewer: Pick<Viewer, 'guest' | 'isHost'>;
  /** Called to switch to the order that the new photos are in. */
  onShown: () => void;
};

/** A page that hears of changes does not look for them, unless it shows what waits for approval: nobody is told of that. */
const NO_LOOKS = { refetchInterval: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Announces photos that arrived since the gallery was opened, and shows them on request. */
export default function EventLiveUpdates({ event, viewer, onShown }: EventLiveUpdatesProps) {
  const client = useQueryClient();
  const { guest, isHost } = viewer;
  const { id: eventId, mediaCount } = event;
  const looking = pollQuery(client, { eventId, guest, mediaCount });
  const [isConnected, setIsConnected] = useState(false);
  const hasHeard = useRef(false);
  const { data: list } = useInfiniteQuery({
    ...mediaQuery({ eventId, sortBy: FIRST_SORT, guest }),
    enabled: false,
  });
  const isLooking = !isConnected || isHost || hasPending(list);
  const { data: updates, refetch } = useQuery({ ...looking, ...(!isLooking && NO_LOOKS) });
  useLiveConnection({ eventId, guest, isHost }, (hears) => {
    setIsConnected(hears);
    // Between two connections anything may have changed. Before the first one the page is new, and its count tells enough.
    if (hasHeard.current) changesUnheard(viewingOf(client), { eventId, guest });
    hasHeard.current ||= hears;
    if (hears) void refetch();
  });
  const newCount = newItemsOf(updates, list).length;
  const onShow = () => {
    // The items show at once; what is not read again stays as it was.
    if (updates.fresh) showLiveUpdates(client, { eventId, guest }, updates.fresh).catch(() => {});
    onShown();
    scrollTo({ top: 0, behavior: 'instant' });
    // The pressed button is gone.
    focusPage();
  };
  const label = newCount > 0 ? newItemsLabel(newCount, updates) : '';
  return <LiveUpdatesPill label={label} onShow={onShow} />;
}

/** Whether the viewer's own photos wait for approval. */
const hasPending = (list: Pick<MediaPages, 'pages'> | undefined): boolean =>
  list !== undefined && itemsOf(list.pages).some(({ status }) => status === 'pending');
