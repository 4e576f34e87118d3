import { useQuery } from '@tanstack/react-query';
import { eventQuery } from '../features/events/queries.ts';
import EventError from '../features/gallery/event-error.tsx';
import { PaymentsList } from '../features/payments/payments-list.tsx';
import { useEventId } from '../lib/page-address.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { DoorDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './payments.module.css';

/** Where the owner sees who has paid, and gives money back. */
export default function Payments() {
  const eventId = useEventId();
  const { data: event, error, isPending } = useQuery(eventQuery(eventId));
  usePageTitle('Payments');
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
        text="You don't have permission to see the payments of this event."
        action={<ButtonLink to={paths.event(eventId)}>View Event Gallery</ButtonLink>}
      />
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to={paths.event(eventId)}>Back to Gallery</Link>
        <h1>Payments</h1>
        <p>{event.name}</p>
      </header>
      <PaymentsList eventId={eventId} isPaid={event.isPaid} />
    </div>
  );
}
