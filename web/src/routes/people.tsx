import type { EventView } from '../../../shared/contract/entities.ts';
import { PeopleList } from '../features/people/people-list.tsx';
import { FirstNamesSwitch } from '../features/events/first-names-switch.tsx';
import { PauseSwitch } from '../features/events/pause-switch.tsx';
import { OwnerPage } from '../features/events/owner-page.tsx';
import styles from './people.module.css';

const about = ({ name, showsFirstNames }: EventView) => (
  <>
    Who has been to <bdi>{name}</bdi>.{' '}
    {showsFirstNames ? 'Whole names are shown to you alone.' : 'Names are shown to you alone.'}
  </>
);

/** The page where the owner sees, removes and restores people. */
export default function People() {
  return (
    <OwnerPage
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
          <PeopleList event={event} />
        </div>
      )}
    </OwnerPage>
  );
}
