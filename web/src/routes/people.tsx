import { PeopleList } from '../features/people/people-list.tsx';
import { OwnerPage } from '../features/events/owner-page.tsx';
import styles from './people.module.css';

/** Where the owner sees by name who is at the event, and whom they removed from it. */
export default function People() {
  return (
    <OwnerPage
      title="People"
      about={(event) => `Who has been to ${event.name}. Names are shown to you alone.`}
      refusal="You don't have permission to see who is at this event."
      width="960px"
    >
      {(event) => (
        <div className={styles.list}>
          <PeopleList eventId={event.id} />
        </div>
      )}
    </OwnerPage>
  );
}
