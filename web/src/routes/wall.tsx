import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { EventView } from '../../../shared/contract/entities.ts';
import EventError from '../features/events/event-error.tsx';
import { eventQuery } from '../features/events/queries.ts';
import { useViewer, type Viewer } from '../features/events/use-viewer.ts';
import { createLiveConnection } from '../features/gallery/live-connection.ts';
import { pollIntervalMs } from '../features/gallery/poll-gallery.ts';
import { hasFullSize, isFullSizeType, MAX_FULL_SIZE_BYTES } from '../features/lightbox/full-size.ts';
import { useUnpaid } from '../features/payments/use-unpaid.ts';
import type { Hearing } from '../features/wall/item-source.ts';
import { readWallPage } from '../features/wall/read-page.ts';
import { Wall } from '../features/wall/wall.tsx';
import type { WallPorts } from '../features/wall/wall-run.ts';
import { call, CallError, callUrl, isRefusal, isUnknownGuest, statusOf } from '../lib/call.ts';
import { fetchFile } from '../lib/fetch-file.ts';
import { useForgetGuest } from '../lib/guest-credentials.ts';
import { eventLink, paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { useScreenSession } from '../lib/use-session.ts';
import PaymentWall from './event/payment-wall.tsx';

/** The page that shows an event's photos on a screen. */
export default function WallPage() {
  const { eventId = '' } = useParams();
  const { data: event, error } = useQuery(eventQuery(eventId));
  usePageTitle(event?.name);
  if (event && !isRefusal(error)) return <EventWall key={eventId} event={event} />;
  return error ? <EventError error={error} /> : null;
}

/** Why somebody may not see the photos. */
type Failed = { readonly who: Viewer['uploader']; readonly error: unknown };

function EventWall({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const { isLoading } = useScreenSession();
  const navigate = useNavigate();
  const { isUnpaid, onGuestPaid } = useUnpaid(event, viewer);
  const [failed, setFailed] = useState<Failed>();
  const error = failed?.who === viewer.uploader ? failed?.error : undefined;
  const isGuestUnknown = viewer.guest.guestId !== undefined && isUnknownGuest(error);
  useForgetGuest(isGuestUnknown);
  const ports = useWallPorts(event.id, viewer, setFailed);
  if (isUnpaid || statusOf(error) === 402) {
    return <PaymentWall {...{ event, viewer }} isClosed isOpen={false} onPaid={onGuestPaid} />;
  }
  if (isRefusal(error)) return <EventError error={error} />;
  // Not begun as nobody, and then anew as somebody.
  if (isLoading || isGuestUnknown) return null;
  return (
    <Wall
      name={event.name}
      link={eventLink(event.id)}
      ports={ports}
      onClose={() => void navigate(paths.event(event.id))}
    />
  );
}

function useWallPorts(
  eventId: string,
  { guest, uploader: who }: Pick<Viewer, 'guest' | 'uploader'>,
  onFailed: (failed: Failed) => void,
): WallPorts {
  return useMemo(() => {
    const params = { eventId };
    return {
      readPage: (cursor) => readWallPage({ eventId, guest, cursor }),
      readCount: async () =>
        (await call('GET /api/events/{eventId}', { params, query: guest })).approvedCount,
      listen: (hearing) => listenTo({ eventId, guest }, hearing),
      lookPauseMs: pollIntervalMs,
      isRefusal: isOwnRefusal,
      onRefused: (error) => onFailed({ who, error }),
      hasFullSize,
      readFullSize: async (mediaId, signal) => {
        const href = callUrl('/api/media/{mediaId}/download', {
          params: { mediaId },
          query: { ...guest, view: 'true' },
        });
        const file = await fetchFile(href, { signal, maxBytes: MAX_FULL_SIZE_BYTES });
        if (!isFullSizeType(file.type)) throw new Error(`No picture in full size: ${file.type}`);
        return file;
      },
    };
  }, [eventId, guest, who, onFailed]);
}

/** Whether the API itself refuses: a hall's firewall may answer for it, and nobody is there who loads the page again. */
const isOwnRefusal = (error: unknown): boolean =>
  isUnknownGuest(error) || (isRefusal(error) && error instanceof CallError && error.code !== undefined);

type Listener = { eventId: string; guest: Viewer['guest'] };

/** Hears of changes while the page is visible and online. @returns a function that ends it */
function listenTo({ eventId, guest }: Listener, hearing: Hearing): () => void {
  const connection = createLiveConnection({
    ...hearing,
    getTicket: () => call('POST /api/events/{eventId}/live-ticket', { params: { eventId }, body: guest }),
    openSocket: (url, protocols) => new WebSocket(url, protocols),
    isWanted: () => document.visibilityState === 'visible' && navigator.onLine,
    random: Math.random,
  });
  const update = () => connection.update();
  document.addEventListener('visibilitychange', update);
  const types = ['online', 'offline', 'focus'];
  for (const type of types) addEventListener(type, update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    for (const type of types) removeEventListener(type, update);
    connection.end();
  };
}
