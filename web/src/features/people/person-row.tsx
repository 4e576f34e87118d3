import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { pluralize } from '../../lib/format.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { pathOfUploads } from '../../lib/paths.ts';
import { avatarLetter } from '../../lib/person-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { personName, standingLabels } from './person-labels.ts';
import styles from './people-list.module.css';

type PersonRowProps = {
  eventId: string;
  person: PersonView;
  isPending: boolean;
  onRemove: (person: PersonView) => void;
  onRestore: (person: PersonView) => void;
};

/** One person with their role and uploads, and a button to remove or restore them. Memoized: there can be thousands. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { eventId, person, isPending, onRemove, onRestore } = props;
  const name = personName(person);
  return (
    <li className={styles.person} data-blocked={person.isBlocked}>
      <span className={styles.avatar} aria-hidden="true">
        {avatarLetter({ firstName: name })}
      </span>
      <div className={styles.who}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        {person.email && person.email !== name && <p className={styles.email}>{person.email}</p>}
      </div>
      <p className={styles.badges}>
        <Badge>{standingLabels[person.standing]}</Badge>
        {person.hasPaid && person.standing !== 'owner' && <Badge>Paid</Badge>}
        {person.isBlocked && <Badge tone="warn">Blocked</Badge>}
      </p>
      <p className={styles.facts}>
        <span>Joined {formatInstant(person.since)}</span>
        <Uploads {...{ eventId, person }} />
      </p>
      <div className={styles.act}>
        {person.standing !== 'owner' && (
          <Button
            variant="quiet"
            className={person.isBlocked ? undefined : styles.remove}
            pending={isPending}
            aria-label={`${person.isBlocked ? 'Restore' : 'Remove'} ${name}`}
            onClick={() => (person.isBlocked ? onRestore : onRemove)(person)}
          >
            {person.isBlocked ? 'Restore' : 'Remove'}
          </Button>
        )}
      </div>
    </li>
  );
});

/** How many uploads they have, with the way to these. */
function Uploads({ eventId, person }: Pick<PersonRowProps, 'eventId' | 'person'>) {
  const count = pluralize(person.uploadCount, 'upload');
  if (person.uploadCount <= 0) return <span>{count}</span>;
  const of = person.standing === 'owner' ? 'mine' : person.id;
  return (
    <span>
      <Link to={pathOfUploads(eventId, of)} aria-label={`${count} of ${personName(person)}`}>
        {count}
      </Link>
    </span>
  );
}
