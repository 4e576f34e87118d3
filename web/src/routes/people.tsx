import { useQuery } from '@tanstack/react-query';
import { eventQuery } from '../features/events/queries.ts';
import EventError from '../features/gallery/event-error.tsx';
import { PeopleList } from '../features/people/people-list.tsx';
import { useEventId } from '../lib/page-address.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { DoorDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './people.module.css';

/** Where the owner sees by name who is at the event, and whom they removed from it. */
export default function People() {
  const eventId = useEventId();
  const { data: event, error, isPending } = useQuery(eventQuery(eventId));
  usePageTitle('People');
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
        text="You don't have permission to see who is at this event."
        action={<ButtonLink to={paths.event(eventId)}>View Event Gallery</ButtonLink>}
      />
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to={paths.event(eventId)}>Back to Gallery</Link>
        <h1>People</h1>
        <p>Who has been to {event.name}. Names are shown to you alone.</p>
      </header>
      <PeopleList eventId={eventId} />
    </div>
  );
}
