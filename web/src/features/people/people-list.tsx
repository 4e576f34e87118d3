import {
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
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
  const { search, setSearch, isSearching } = useSearch(query);

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
  const { hasNextPage, isFetching, fetchNextPage } = query;
  return (
    <>
      {(people.length > MAX_WITHOUT_SEARCH || hasNextPage) && (
        <SearchField search={search} onSearch={setSearch} />
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
        <RemovePersonDialog
          person={removing}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(removing, { onSettled: () => setRemoving(undefined) })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

/** A search of the list. Matches may be on pages that are not loaded yet, so it loads them. */
function useSearch(
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>,
) {
  const [search, setSearch] = useState('');
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (search !== '' && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [search, hasNextPage, isFetching, isError, fetchNextPage]);
  return { search, setSearch, isSearching: search !== '' && hasNextPage && !isError };
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  return (
    <div className={styles.search}>
      <TextInput
        label="Find by name or e-mail"
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  );
}

type RemovePersonDialogProps = {
  person: PersonView;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

function RemovePersonDialog({ person, ...rest }: RemovePersonDialogProps) {
  return (
    <ConfirmDialog
      title="Remove Person"
      text={
        <>
          <bdi>{personName(person)}</bdi> will no longer be able to open this event. What they uploaded stays
          until you delete it, and you can let them back in at any time.
        </>
      }
      confirm="Remove"
      confirming="Removing..."
      {...rest}
    />
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
