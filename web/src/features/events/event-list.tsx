import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EventCard, EventCardSkeleton } from './event-card.tsx';
import styles from './event-list.module.css';
import { InvitationDrawing } from './invitation-drawing.tsx';
import { eventsQuery } from './event-list-query.ts';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];

/** All events of the signed-in user. `isReady` is false while the session is being looked up. */
export function EventList({ isReady }: { isReady: boolean }) {
  const { data: events, error, refetch, isFetching } = useQuery({ ...eventsQuery, enabled: isReady });
  if (error && !events) {
    return (
      <EmptyState
        title="Your events did not load"
        text={messageOf(error, 'The network may be gone. Your events are safe.')}
        action={
          <Button onClick={() => void refetch()} pending={isFetching}>
            Try Again
          </Button>
        }
      />
    );
  }
  if (events?.length === 0) {
    return (
      <EmptyState
        drawing={<InvitationDrawing />}
        title="No events yet"
        text="Create one, share its link, and watch the photos of your guests arrive."
        action={
          <ButtonLink to={paths.create} variant="primary" size="large">
            Create Your First Event
          </ButtonLink>
        }
      />
    );
  }
  return (
    <ul className={styles.grid} aria-busy={!events} aria-label="My Events">
      {events
        ? events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))
        : SKELETONS.map((key) => (
            <li key={key}>
              <EventCardSkeleton />
            </li>
          ))}
    </ul>
  );
}
