import PaymentsIcon from 'lucide-react/icons/banknote';
import NumbersIcon from 'lucide-react/icons/chart-no-axes-column';
import ReviewIcon from 'lucide-react/icons/list-checks';
import ScreenIcon from 'lucide-react/icons/monitor';
import EditIcon from 'lucide-react/icons/pencil';
import PrintIcon from 'lucide-react/icons/printer';
import ShareIcon from 'lucide-react/icons/share-2';
import TrashIcon from 'lucide-react/icons/trash-2';
import UsersIcon from 'lucide-react/icons/users';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { hostPaths } from '../../lib/host-paths.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import styles from './owner-menu.module.css';

export type OwnerDialog = 'edit' | 'share' | 'delete';

type OwnerMenuProps = {
  event: Pick<EventView, 'id' | 'role' | 'isPaid' | 'moderationEnabled' | 'pendingCount' | 'rejectedCount'>;
  onOpen: (dialog: OwnerDialog) => void;
  /** The switch that pauses the event. */
  pause?: ReactNode;
  /** Further cards below the menu. */
  children?: ReactNode;
};

/** The menu of the hosts' tools: manage the event and review pending items. Deletion and money are the owner's. */
export function OwnerMenu({ event, onOpen, pause, children }: OwnerMenuProps) {
  const id = useId();
  const pending = event.pendingCount ?? 0;
  const isOwner = event.role === 'owner';
  const hasBanner = event.moderationEnabled && pending > 0;
  return (
    <div className={styles.tools}>
      <section className={styles.card} aria-labelledby={id}>
        <h2 id={id}>Event Management</h2>
        <div className={styles.buttons}>
          <Button variant="quiet" onClick={() => onOpen('edit')}>
            <EditIcon />
            Edit Event
          </Button>
          <Button variant="quiet" onClick={() => onOpen('share')}>
            <ShareIcon />
            Share Event
          </Button>
        </div>
        <EventPages event={event} hasReview={!hasBanner} />
        <div className={styles.pause}>{pause}</div>
        {isOwner && <Delete onOpen={onOpen} />}
      </section>
      {children}
      {hasBanner && <ModerationBanner eventId={event.id} pending={pending} />}
    </div>
  );
}

type EventPagesProps = {
  event: OwnerMenuProps['event'];
  /** Whether what waits for review is named here. */
  hasReview: boolean;
};

function EventPages({ event, hasReview }: EventPagesProps) {
  const pending = event.pendingCount ?? 0;
  const rejected = event.rejectedCount ?? 0;
  return (
    <nav className={styles.links} aria-label="Event pages">
      <Link to={hostPaths.people(event.id)}>
        <UsersIcon />
        People
      </Link>
      <Link to={hostPaths.numbers(event.id)}>
        <NumbersIcon />
        Numbers
      </Link>
      <Link to={hostPaths.print(event.id)}>
        <PrintIcon />
        Print
      </Link>
      <Link to={paths.wall(event.id)}>
        <ScreenIcon />
        Show on a screen
      </Link>
      {event.role === 'owner' && event.isPaid && (
        <Link to={hostPaths.payments(event.id)}>
          <PaymentsIcon />
          Payments
        </Link>
      )}
      {hasReview && pending + rejected > 0 && (
        <Link to={hostPaths.moderate(event.id)}>
          <ReviewIcon />
          {reviewLabel(pending, rejected)}
        </Link>
      )}
    </nav>
  );
}

function Delete({ onOpen }: Pick<OwnerMenuProps, 'onOpen'>) {
  return (
    <div className={styles.delete}>
      <Button variant="quiet" onClick={() => onOpen('delete')}>
        <TrashIcon />
        Delete Event
      </Button>
    </div>
  );
}

function reviewLabel(pending: number, rejected: number): string {
  return [pending > 0 && `${pending} pending`, rejected > 0 && `${rejected} rejected`]
    .filter(Boolean)
    .join(', ');
}

function ModerationBanner({ eventId, pending }: { eventId: string; pending: number }) {
  return (
    <section className={styles.banner} aria-label="Moderation Dashboard">
      <div>
        <h2>Moderation Dashboard</h2>
        <p>{pending} items waiting for review</p>
      </div>
      <ButtonLink to={hostPaths.moderate(eventId)}>Moderate Content ({pending})</ButtonLink>
    </section>
  );
}
