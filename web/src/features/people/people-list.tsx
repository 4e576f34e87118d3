import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { removePerson } from './actions.ts';
import styles from './people-list.module.css';
import { PersonRow } from './person-row.tsx';
import { personName } from './person-labels.ts';
import { RemoveIdleDialog } from './remove-idle-dialog.tsx';
import { RemoveRecentDialog } from './remove-recent-dialog.tsx';
import { usePeopleSearch } from './use-people-search.ts';

/** Up to this many people need no search field. */
const MAX_WITHOUT_SEARCH = 8;

/** Everybody connected to an event, with buttons to remove and restore them. */
export function PeopleList({ event }: { event: Pick<EventView, 'id' | 'isPaused' | 'role'> }) {
  const people = usePeopleSearch(event.id);
  const { list } = people;
  if (list.isPending) return <PeopleSkeleton />;
  if (!list.data) {
    return (
      <EmptyState
        title="The list did not come"
        text={messageOf(list.error, 'The network may be slow.')}
        action={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    );
  }
  const loaded = list.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <Tools
        event={event}
        people={people}
        hasSearch={loaded.length > MAX_WITHOUT_SEARCH || list.hasNextPage || people.search !== ''}
        hasOthers={list.hasNextPage || loaded.some(({ standing }) => standing !== 'owner')}
      />
      <FoundPeople eventId={event.id} isOwner={event.role === 'owner'} people={people} />
    </>
  );
}

type PeopleSearch = ReturnType<typeof usePeopleSearch>;

type ToolsProps = {
  event: Pick<EventView, 'id' | 'isPaused'>;
  people: PeopleSearch;
  hasSearch: boolean;
  hasOthers: boolean;
};

function Tools({ event, people, hasSearch, hasOthers }: ToolsProps) {
  const [removing, setRemoving] = useState<'idle' | 'recent'>();
  const dialog = { eventId: event.id, isPaused: event.isPaused, onClose: () => setRemoving(undefined) };
  return (
    <div className={styles.tools}>
      {hasSearch && (
        <div className={styles.search}>
          <TextInput
            label="Find by name or e-mail"
            type="search"
            autoComplete="off"
            // As long as the server takes.
            maxLength={100}
            value={people.search}
            onChange={({ target }) => people.setSearch(target.value)}
          />
        </div>
      )}
      {hasOthers && (
        <div className={styles.removals}>
          <Button className={styles.removal} onClick={() => setRemoving('idle')}>
            Remove everybody without uploads
          </Button>
          <Button className={styles.removal} onClick={() => setRemoving('recent')}>
            Remove recent guests
          </Button>
        </div>
      )}
      {removing === 'idle' && <RemoveIdleDialog {...dialog} />}
      {removing === 'recent' && <RemoveRecentDialog {...dialog} />}
    </div>
  );
}

type FoundPeopleProps = { eventId: string; isOwner: boolean; people: PeopleSearch };

function FoundPeople({ eventId, isOwner, people: found }: FoundPeopleProps) {
  const remove = useMutation(removePerson(useQueryClient(), eventId));
  const [removing, setRemoving] = useState<PersonView>();
  const { shown, people, isSearching, hasFailed } = found;
  const isComplete = !isSearching && !hasFailed && !shown.isFetchNextPageError;
  return (
    <>
      <ul
        className={styles.people}
        data-owner={isOwner}
        aria-label="People"
        aria-busy={shown.isFetching || isSearching}
      >
        {people.map((person) => (
          <PersonRow
            key={person.id}
            eventId={eventId}
            person={person}
            isOwners={isOwner}
            onRemove={setRemoving}
          />
        ))}
      </ul>
      <output className={styles.note}>
        {isSearching && 'Still searching…'}
        {hasFailed && messageOf(shown.error, 'The search failed. The network may be slow.')}
        {people.length === 0 && isComplete && 'Nobody of that name is here.'}
      </output>
      {hasFailed && <Button onClick={() => void shown.refetch()}>Try again</Button>}
      {!isSearching && !hasFailed && <ShowMore list={shown} className={styles.more} />}
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
