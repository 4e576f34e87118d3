import { useSearchParams } from 'react-router-dom';
import type { EventView } from '../../../shared/contract/entities.ts';
import { ApproveRejected, ModerateAll } from '../features/moderation/moderate-all.tsx';
import { ModerationList } from '../features/moderation/moderation-list.tsx';
import { UnfinishedRejectionNotice } from '../features/moderation/unfinished-rejection-notice.tsx';
import { SenderFilter } from '../features/moderation/sender-filter.tsx';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { TickDrawing } from '../ui/drawings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './moderation.module.css';
import { HostPage } from '../features/events/host-page.tsx';

const about = ({ name }: EventView) => (
  <>
    Review and approve content for <bdi>{name}</bdi>
  </>
);

/** The page where hosts review pending and rejected items. */
export default function Moderation() {
  return (
    <HostPage
      title="Moderation Dashboard"
      region="moderation"
      about={about}
      refusal="You don't have permission to moderate this event."
      isReadAgain
    >
      {(event) => <Review key={event.id} event={event} />}
    </HostPage>
  );
}

function Review({ event }: { event: EventView }) {
  const { id: eventId, pendingCount = 0, rejectedCount = 0 } = event;
  const [search] = useSearchParams();
  const by = search.get('by') ?? undefined;
  const isOwner = event.role === 'owner';
  return (
    <>
      <UnfinishedRejectionNotice eventId={eventId} isWaiting={pendingCount > 0} />
      {by !== undefined && <SenderFilter {...{ eventId, by }} isOwner={isOwner} />}
      <ModerationList
        label="Pending Approval"
        eventId={eventId}
        status="pending"
        expected={pendingCount}
        by={by}
        isCoHosts={!isOwner}
        renderHeader={(isListed) =>
          by === undefined ? (
            <ModerateAll {...{ eventId, pendingCount, isListed }} />
          ) : (
            <h2>Pending Approval</h2>
          )
        }
        empty={
          <EmptyState
            drawing={<TickDrawing />}
            title="All Caught Up!"
            text={by === undefined ? 'Nothing waits for review.' : 'Nothing that they sent waits for review.'}
            action={<ButtonLink to={paths.event(eventId)}>View Event Gallery</ButtonLink>}
          />
        }
      />
      {rejectedCount > 0 && (
        <div className={styles.rejected}>
          <ModerationList
            label="Rejected"
            eventId={eventId}
            status="rejected"
            expected={rejectedCount}
            by={by}
            isCoHosts={!isOwner}
            renderHeader={() =>
              by === undefined ? <ApproveRejected {...{ eventId, rejectedCount }} /> : <h2>Rejected</h2>
            }
            empty={null}
          />
        </div>
      )}
    </>
  );
}
