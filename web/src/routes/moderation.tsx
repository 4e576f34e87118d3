import type { EventView } from '../../../shared/contract/entities.ts';
import { ModerateAll } from '../features/moderation/moderate-all.tsx';
import { ModerationList } from '../features/moderation/moderation-list.tsx';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { TickDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './moderation.module.css';
import { OwnerPage } from './owner-page.tsx';

/** Where the owner looks through what was uploaded before others see it. */
export default function Moderation() {
  return (
    <OwnerPage
      title="Moderation Dashboard"
      about={(event) => `Review and approve content for ${event.name}`}
      refusal="You don't have permission to moderate this event."
    >
      {(event) => <Review event={event} />}
    </OwnerPage>
  );
}

function Review({ event }: { event: EventView }) {
  const eventId = event.id;
  return (
    <>
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
    </>
  );
}
