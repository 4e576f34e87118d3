import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { EventView } from '../../../shared/contract/entities.ts';
import { MEDIA_PAGE_LIMIT } from '../../../shared/values/media-page-limit.ts';
import { FIRST_SORT } from '../../../shared/values/sort-orders.ts';
import EventError from '../features/events/event-error.tsx';
import { eventQuery } from '../features/events/queries.ts';
import { useViewer, type Viewer } from '../features/events/use-viewer.ts';
import { createLiveConnection } from '../features/gallery/live-connection.ts';
import { pollIntervalMs } from '../features/gallery/live-updates.ts';
import { hasFullSize, isFullSizeType, MAX_FULL_SIZE_BYTES } from '../features/lightbox/full-size.ts';
import { useUnpaid } from '../features/payments/use-unpaid.ts';
import type { Hearing } from '../features/wall/item-source.ts';
import { Wall, type WallPorts } from '../features/wall/wall.tsx';
import { call, callPage, isRefusal, isUnknownGuest, statusOf } from '../lib/call.ts';
import { fetchFile } from '../lib/fetch-file.ts';
import { useForgetGuest } from '../lib/guest-credentials.ts';
import { eventLink, paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { RegionBoundary } from '../ui/region-boundary.tsx';
import PaymentWall from './event/payment-wall.tsx';

/** The page that shows an event's photos on a screen. */
export default function WallPage() {
  const { eventId = '' } = useParams();
  const { data: event, error } = useQuery(eventQuery(eventId));
  usePageTitle(event?.name);
  if (event && !isRefusal(error)) return <EventWall key={eventId} event={event} />;
  return error ? <EventError error={error} /> : null;
}

type Failed = { readonly viewer: Viewer; readonly error: unknown };

function EventWall({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const navigate = useNavigate();
  const { isUnpaid, onGuestPaid } = useUnpaid(event, viewer);
  const [failed, setFailed] = useState<Failed>();
  const error = failed?.viewer === viewer ? failed.error : undefined;
  const isGuestUnknown = viewer.guest.guestId !== undefined && isUnknownGuest(error);
  useForgetGuest(isGuestUnknown);
  const ports = useWallPorts(event.id, viewer, setFailed);
  if (isUnpaid || statusOf(error) === 402) {
    return <PaymentWall {...{ event, viewer }} isClosed isOpen={false} onPaid={onGuestPaid} />;
  }
  if (isRefusal(error)) return <EventError error={error} />;
  if (!viewer.isReady || isGuestUnknown) return null;
  return (
    <RegionBoundary region="wall">
      <Wall
        name={event.name}
        link={eventLink(event.id)}
        ports={ports}
        onClose={() => void navigate(paths.event(event.id))}
      />
    </RegionBoundary>
  );
}

function useWallPorts(eventId: string, viewer: Viewer, onFailed: (failed: Failed) => void): WallPorts {
  return useMemo(() => {
    const { guest, downloadHref } = viewer;
    const params = { eventId };
    return {
      readPage: (cursor) =>
        callPage('GET /api/events/{eventId}/media', {
          params,
          query: {
            sortBy: FIRST_SORT,
            status: 'approved',
            limit: MEDIA_PAGE_LIMIT,
            cursor: cursor ?? undefined,
            ...guest,
          },
        }),
      readCount: async () => (await call('GET /api/events/{eventId}', { params, query: guest })).mediaCount,
      listen: (hearing) => listenTo(eventId, viewer, hearing),
      lookPauseMs: pollIntervalMs,
      isRefusal: (error) => isRefusal(error) || isUnknownGuest(error),
      onRefused: (error) => onFailed({ viewer, error }),
      hasFullSize,
      readFullSize: async (id, signal) => {
        const file = await fetchFile(downloadHref(id), { signal, maxBytes: MAX_FULL_SIZE_BYTES });
        if (!isFullSizeType(file.type)) throw new Error(`No picture in full size: ${file.type}`);
        return file;
      },
    };
  }, [eventId, viewer, onFailed]);
}

/** Hears of changes while the page is visible and online. @returns a function that ends it */
function listenTo(eventId: string, { guest }: Viewer, hearing: Hearing): () => void {
  const connection = createLiveConnection({
    ...hearing,
    getTicket: () => call('POST /api/events/{eventId}/live-ticket', { params: { eventId }, body: guest }),
    openSocket: (url, protocols) => new WebSocket(url, protocols),
    isWanted: () => document.visibilityState === 'visible' && navigator.onLine,
    random: Math.random,
  });
  const update = () => connection.update();
  document.addEventListener('visibilitychange', update);
  for (const type of ['online', 'offline']) addEventListener(type, update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    for (const type of ['online', 'offline']) removeEventListener(type, update);
    connection.end();
  };
}
