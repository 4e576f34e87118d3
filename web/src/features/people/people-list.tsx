import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { removePerson, restorePerson } from './actions.ts';
import styles from './people-list.module.css';
import { PersonRow } from './person-row.tsx';
import { sortPeople, matchesSearch, personName } from './person-labels.ts';
import { peopleQuery } from './queries.ts';

/** Up to this many people need no search field. */
const MAX_WITHOUT_SEARCH = 8;

/** Everybody connected to an event, with buttons to remove and restore them. */
export function PeopleList({ eventId }: { eventId: string }) {
  const client = useQueryClient();
  const query = useInfiniteQuery(peopleQuery(eventId));
  const remove = useMutation(removePerson(client, eventId));
  const restore = useMutation(restorePerson(client, eventId));
  const [removing, setRemoving] = useState<PersonView>();
  const [search, setSearch] = useState('');
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    // Matches may be on pages that are not loaded yet.
    if (search !== '' && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [search, hasNextPage, isFetching, isError, fetchNextPage]);

  if (query.isPending) return <PeopleSkeleton />;
  if (!query.data) {
    return (
      <EmptyState
        title="The list did not come"
        text={messageOf(query.error, 'The network may be slow.')}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    );
  }
  const people = query.data.pages.flatMap(({ items }) => sortPeople(items));
  const matches = search === '' ? people : people.filter((person) => matchesSearch(person, search));
  const isSearching = search !== '' && hasNextPage && !isError;
  return (
    <>
      {(people.length > MAX_WITHOUT_SEARCH || hasNextPage) && (
        <div className={styles.search}>
          <TextInput
            label="Find by name or e-mail"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <ul className={styles.people} aria-label="People" aria-busy={isFetching}>
        {matches.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isPending={restore.isPending && restore.variables.id === person.id}
            onRemove={() => setRemoving(person)}
            onRestore={() => restore.mutate(person)}
          />
        ))}
      </ul>
      <output className={styles.note}>
        {isSearching && 'Looking on…'}
        {matches.length === 0 && !isSearching && 'Nobody of that name is here.'}
      </output>
      {hasNextPage && !isSearching && (
        <Button className={styles.more} pending={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {removing && (
        <ConfirmDialog
          title="Remove Person"
          text={`${personName(removing)} will no longer be able to open this event. What they uploaded stays until you delete it, and you can let them back in at any time.`}
          confirm="Remove"
          confirming="Removing..."
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(removing, { onSettled: () => setRemoving(undefined) })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

function PeopleSkeleton() {
  return (
    <div className={styles.people} aria-busy="true">
      {[1, 2, 3, 4, 5].map((key) => (
        <div key={key} className={styles.person}>
          <Skeleton width={40} height={40} borderRadius={999} />
          <div className={styles.who}>
            <Skeleton width="min(180px, 60%)" height={18} />
          </div>
        </div>
      ))}
    </div>
  );
}
