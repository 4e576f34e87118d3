import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { EventView } from '../../../shared/contract/entities.ts';
import { eventQuery } from '../features/events/queries.ts';
import EventError from '../features/events/event-error.tsx';
import { useUnpaid } from '../features/payments/use-unpaid.ts';
import { timelineQuery } from '../features/timeline/queries.ts';
import { Timeline, TimelineSkeleton } from '../features/timeline/timeline.tsx';
import { isRefusal, isUnknownGuest, statusOf } from '../lib/call.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ClockDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RegionBoundary } from '../ui/region-boundary.tsx';
import { EventSubpage, EventSubpageSkeleton } from '../features/events/event-subpage.tsx';
import { useForgetGuest } from '../lib/guest-credentials.ts';
import { useViewer } from '../features/events/use-viewer.ts';
import PaymentWall from './event/payment-wall.tsx';
import styles from './timeline.module.css';

const WIDTH = '960px';

/** The page of an event's timeline. */
export default function TimelinePage() {
  const { eventId = '' } = useParams();
  const { data: event, error, isPending } = useQuery(eventQuery(eventId));
  usePageTitle(event && `${event.name} - Timeline`);
  if (isPending) return <PageSkeleton />;
  if (!event || isRefusal(error)) return <EventError error={error} />;
  return <EventTimeline event={event} />;
}

function EventTimeline({ event }: { event: EventView }) {
  const viewer = useViewer(event);
  const { isUnpaid, onGuestPaid } = useUnpaid(event, viewer);
  const query = useQuery({
    ...timelineQuery({ eventId: event.id, guest: viewer.guest }),
    enabled: viewer.isReady && !isUnpaid,
  });
  const isGuestUnknown = viewer.guest.guestId !== undefined && isUnknownGuest(query.error);
  useForgetGuest(isGuestUnknown);
  if (isUnpaid || statusOf(query.error) === 402) {
    return <PaymentWall {...{ event, viewer }} isClosed isOpen={false} onPaid={onGuestPaid} />;
  }
  if (query.isPending || isGuestUnknown) return <PageSkeleton />;
  if (isRefusal(query.error)) return <EventError error={query.error} />;
  if (query.isError) {
    return (
      <EmptyState
        title="The timeline did not come"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    );
  }
  const items = query.data;
  return (
    <EventSubpage
      eventId={event.id}
      title={
        <>
          <bdi>{event.name}</bdi>
          <span className={styles.kind}> - Timeline</span>
        </>
      }
      about={`Relive your event chronologically with ${items.length} moments`}
      width={WIDTH}
    >
      <div className={styles.story}>
        {items.length > 0 ? (
          <RegionBoundary region="timeline">
            <Timeline eventId={event.id} items={items} />
          </RegionBoundary>
        ) : (
          <EmptyState
            drawing={<ClockDrawing />}
            title="No Timeline Content"
            text="Photos and videos appear here as they are shared."
            action={<ButtonLink to={paths.event(event.id)}>Go to Gallery</ButtonLink>}
          />
        )}
      </div>
    </EventSubpage>
  );
}

function PageSkeleton() {
  return (
    <EventSubpageSkeleton width={WIDTH}>
      <div className={styles.story}>
        <TimelineSkeleton />
      </div>
    </EventSubpageSkeleton>
  );
}
