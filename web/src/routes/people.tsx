import type { EventView } from '../../../shared/contract/entities.ts';
import { CoHosts } from '../features/people/co-hosts.tsx';
import { PeopleList } from '../features/people/people-list.tsx';
import { FirstNamesSwitch } from '../features/events/first-names-switch.tsx';
import { PauseSwitch } from '../features/events/pause-switch.tsx';
import { HostPage } from '../features/events/host-page.tsx';
import styles from './people.module.css';

const about = ({ name, showsFirstNames }: EventView) => (
  <>
    Who has been to <bdi>{name}</bdi>.{' '}
    {showsFirstNames ? 'Whole names are shown to its hosts alone.' : 'Names are shown to its hosts alone.'}
  </>
);

/** The page where hosts see, remove and restore people, and where the owner names co-hosts. */
export default function People() {
  return (
    <HostPage
      title="People"
      region="people"
      about={about}
      refusal="You don't have permission to see who is at this event."
      width="960px"
      isReadAgain
    >
      {(event) => (
        <div className={styles.list}>
          <PauseSwitch event={event} />
          <FirstNamesSwitch event={event} />
          {event.role === 'owner' && <CoHosts event={event} />}
          <PeopleList event={event} />
        </div>
      )}
    </HostPage>
  );
}
