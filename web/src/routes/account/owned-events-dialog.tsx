import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { OwnedEventsProps } from '../../features/account/user-account-dialog.tsx';
import { eventsQuery } from '../../features/events/event-list-query.ts';
import { HandOverDialog } from '../../features/people/hand-over-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './owned-events-dialog.module.css';

/** Other people's photos are in the events that somebody owns: they hand them over, or delete them, before they leave. */
export function OwnedEventsDialog({ text, onFree, onClose }: OwnedEventsProps) {
  const { data } = useQuery({ ...eventsQuery, refetchOnMount: 'always' });
  const [given, setGiven] = useState<EventView>();
  const owned = data?.filter(({ role }) => role === 'owner');
  if (given) {
    const back = () => setGiven(undefined);
    return <HandOverDialog key={given.id} event={given} onClose={back} onDone={back} />;
  }
  const isFree = owned?.length === 0;
  return (
    <Dialog
      key="owned"
      kind="alert"
      title="Delete Account"
      description={isFree ? 'You own no events any more. Your account can be deleted now.' : text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isFree ? (
            <Button variant="danger" onClick={onFree}>
              Go On
            </Button>
          ) : (
            <ButtonLink to={paths.home} variant="primary" onClick={onClose}>
              Go to My Events
            </ButtonLink>
          )}
        </>
      }
    >
      {owned && !isFree && (
        <ul className={styles.events} aria-label="Your own events">
          {owned.map((event) => (
            <li key={event.id}>
              <bdi>{event.name}</bdi>
              <Button variant="quiet" aria-label={`Hand Over ${event.name}`} onClick={() => setGiven(event)}>
                Hand Over
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
