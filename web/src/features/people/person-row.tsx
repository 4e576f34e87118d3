import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { pathOfUploads } from '../../lib/paths.ts';
import { avatarLetter } from '../../lib/person-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { restorePerson, toggleCoHost } from './actions.ts';
import { personName, standingLabels } from './person-labels.ts';
import styles from './people-list.module.css';

type PersonRowProps = {
  eventId: string;
  person: PersonView;
  /** Whether the owner looks, who names and removes co-hosts. */
  isOwners: boolean;
  onRemove: (person: PersonView) => void;
};

/** One person with their role and uploads, and a button to remove or restore them. Memoized: there can be thousands. */
export const PersonRow = memo(function PersonRow({ eventId, person, isOwners, onRemove }: PersonRowProps) {
  const name = personName(person);
  // Guests have no account.
  const mayBeCoHost = person.kind !== 'guest' && person.standing !== 'owner' && !person.isBlocked;
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
      {isOwners && mayBeCoHost && <Naming {...{ eventId, person }} />}
      <div className={styles.act}>
        {person.standing !== 'owner' && (isOwners || person.standing !== 'co-host') && (
          <RemoveOrRestore {...{ eventId, person, onRemove }} />
        )}
      </div>
    </li>
  );
});

/** The button that removes somebody, or restores them. It waits for its own answer, whoever else is restored meanwhile. */
function RemoveOrRestore({ eventId, person, onRemove }: Omit<PersonRowProps, 'isOwners'>) {
  const restore = useMutation(restorePerson(useQueryClient(), eventId));
  const label = person.isBlocked ? 'Restore' : 'Remove';
  return (
    <Button
      variant="quiet"
      className={person.isBlocked ? undefined : styles.remove}
      pending={restore.isPending}
      aria-label={`${label} ${personName(person)}`}
      onClick={() => (person.isBlocked ? restore.mutate : onRemove)(person)}
    >
      {label}
    </Button>
  );
}

/** The button that makes somebody a co-host, or no longer. */
function Naming({ eventId, person }: Pick<PersonRowProps, 'eventId' | 'person'>) {
  const { mutate, isPending } = useMutation(toggleCoHost(useQueryClient(), eventId));
  const label = person.standing === 'co-host' ? 'Dismiss Co-host' : 'Make Co-host';
  return (
    <div className={styles.naming}>
      <Button
        variant="quiet"
        pending={isPending}
        aria-label={`${label}: ${personName(person)}`}
        onClick={() => mutate(person)}
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
