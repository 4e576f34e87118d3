import { useQuery } from '@tanstack/react-query';
import { useEventId } from '../lib/page-address.ts';
import { eventQuery } from '../features/events/queries.ts';
import EventError from '../features/gallery/event-error.tsx';
import { ModerateAll } from '../features/moderation/moderate-all.tsx';
import { ModerationList } from '../features/moderation/moderation-list.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { DoorDrawing, TickDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './moderation.module.css';

/** Where the owner looks through what was uploaded before others see it. */
export default function Moderation() {
  const eventId = useEventId();
  const { data: event, error, isPending } = useQuery(eventQuery(eventId));
  usePageTitle('Moderation Dashboard');
  if (isPending) {
    return (
      <div className={styles.page} aria-busy="true">
        <Skeleton width="min(420px, 80%)" height={42} />
      </div>
    );
  }
  if (!event) return <EventError error={error} eventId={eventId} />;
  if (event.role !== 'owner') {
    return (
      <EmptyState
        level={1}
        drawing={<DoorDrawing />}
        title="Access Denied"
        text="You don't have permission to moderate this event."
        action={<ButtonLink to={paths.event(eventId)}>View Event Gallery</ButtonLink>}
      />
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to={paths.event(eventId)}>Back to Gallery</Link>
        <h1>Moderation Dashboard</h1>
        <p>Review and approve content for {event.name}</p>
      </header>
      <section aria-label="Pending Approval">
        <ModerationList
          eventId={eventId}
          status="pending"
          header={<ModerateAll eventId={eventId} pendingCount={event.pendingCount ?? 0} />}
          empty={
            <EmptyState
              drawing={<TickDrawing />}
              title="All Caught Up!"
              text="Nothing waits for review."
              action={<ButtonLink to={paths.event(eventId)}>View Event Gallery</ButtonLink>}
            />
          }
        />
      </section>
      {(event.rejectedCount ?? 0) > 0 && (
        <section className={styles.rejected} aria-label="Rejected">
          <ModerationList eventId={eventId} status="rejected" header={<h2>Rejected</h2>} empty={null} />
        </section>
      )}
    </div>
  );
}
