import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { pluralize } from '../../lib/pluralize.ts';
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
  /** Whether the owner looks, who names and removes co-hosts. */
  isOwners: boolean;
  isPending: boolean;
  isNaming: boolean;
  onRemove: (person: PersonView) => void;
  onRestore: (person: PersonView) => void;
  /** Makes them a co-host, or no longer. */
  onName: (person: PersonView) => void;
};

/** One person with their role and uploads, and a button to remove or restore them. Memoized: there can be thousands. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { eventId, person, isOwners, isPending, isNaming, onRemove, onRestore, onName } = props;
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
        <Uploads {...{ eventId, person, isOwners }} />
      </p>
      {isOwners && <Naming {...{ person, isNaming, onName }} />}
      <div className={styles.act}>
        {person.standing !== 'owner' && (isOwners || person.standing !== 'co-host') && (
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

/** The button that makes somebody a co-host, or no longer. Guests, who have no account, cannot be one. */
function Naming({ person, isNaming, onName }: Pick<PersonRowProps, 'person' | 'isNaming' | 'onName'>) {
  if (person.kind === 'guest' || person.standing === 'owner' || person.isBlocked) return null;
  const label = person.standing === 'co-host' ? 'Dismiss Co-host' : 'Make Co-host';
  return (
    <div className={styles.naming}>
      <Button
        variant="quiet"
        pending={isNaming}
        aria-label={`${label}: ${personName(person)}`}
        onClick={() => onName(person)}
      >
        {label}
      </Button>
    </div>
  );
}

/** How many uploads they have, with the owner's way to these, where they are deleted. */
function Uploads({ eventId, person, isOwners }: Pick<PersonRowProps, 'eventId' | 'person' | 'isOwners'>) {
  const count = pluralize(person.uploadCount, 'upload');
  if (person.uploadCount <= 0 || !isOwners) return <span>{count}</span>;
  const of = person.standing === 'owner' ? 'mine' : person.id;
  return (
    <span>
      <Link to={pathOfUploads(eventId, of)} aria-label={`${count} of ${personName(person)}`}>
        {count}
      </Link>
    </span>
  );
}
