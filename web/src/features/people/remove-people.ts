import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { markEventStale } from '../../changes/event-changes.ts';
import { peopleRemoved } from '../../changes/owner-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf } from '../../lib/call.ts';
import type { CallInput } from '../../lib/endpoints.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** `"1 person"`, `"2,314 people"`. */
export const countOfPeople = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;

/** When guests joined: since an instant, or in the last minutes. */
export type Joined = CallInput<'POST /api/events/{eventId}/people/block-recent'>['body']['joined'];

/** How many people there are to remove, and since when they joined, if that was asked. */
export type PeopleCount = { readonly people: number; readonly since?: string | undefined };

type Batch = PeopleCount & { readonly cursor: string | null };
type Position = { readonly cursor: string | undefined; readonly since: string | undefined };

/** Calls until everybody has been looked at. @returns how many people were removed or counted */
async function walk(next: (from: Position) => Promise<Batch>, onProgress?: (done: number) => void) {
  let from: Position = { cursor: undefined, since: undefined };
  for (let people = 0; ;) {
    const { cursor, since, ...batch } = await next(from);
    people += batch.people;
    onProgress?.(people);
    if (cursor === null) return { people, since };
    from = { cursor, since };
  }
}

type Walk = {
  eventId: string;
  countOnly: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
};

function walkIdle({ eventId, countOnly, signal, onProgress }: Walk): Promise<PeopleCount> {
  // The last batches, too, if somebody else signs in meanwhile.
  const as = sessionWatch.expectedUser();
  return walk(async ({ cursor }) => {
    const body = { countOnly, cursor };
    return call('POST /api/events/{eventId}/people/remove-idle', { params: { eventId }, body, signal, as });
  }, onProgress);
}

function walkRecent({ eventId, countOnly, signal, onProgress }: Walk, joined: Joined): Promise<PeopleCount> {
  const as = sessionWatch.expectedUser();
  return walk(async ({ cursor, since }) => {
    // The instant of the first call: time goes on while the others are made.
    const body = { countOnly, cursor, joined: since === undefined ? joined : { since } };
    return call('POST /api/events/{eventId}/people/block-recent', { params: { eventId }, body, signal, as });
  }, onProgress);
}

/** Who never stops joining is kept out by a pause alone. */
const MAX_WALKS = 3;

/** Removes recent guests, and then those who joined meanwhile where a walk had been already. */
async function removeAllRecent(walkOf: Walk, joined: { since: string }): Promise<PeopleCount> {
  let people = 0;
  for (let walks = 0; walks < MAX_WALKS; walks += 1) {
    const before = people;
    const onProgress = (done: number) => walkOf.onProgress?.(before + done);
    const removed = await walkRecent({ ...walkOf, onProgress }, joined);
    if (removed.people === 0) break;
    people += removed.people;
  }
  return { people, since: joined.since };
}

/** Asked anew whenever it matters, and with it whether the event is paused. */
const count = (eventId: string, walkAll: (counting: Walk) => Promise<PeopleCount>) => ({
  queryFn: async ({ client, signal }: QueryFunctionContext) => {
    const [counted] = await Promise.all([
      walkAll({ eventId, countOnly: true, signal }),
      markEventStale(client, eventId),
    ]);
    return counted;
  },
  staleTime: 0,
  gcTime: 0,
});

/** How many people have no uploads. */
export const idleCountQuery = (eventId: string) =>
  queryOptions({ queryKey: queryKeys.idlePeople(eventId), ...count(eventId, walkIdle) });

/** How many guests joined in a time. */
export const recentCountQuery = (eventId: string, joined: Joined) =>
  queryOptions({
    queryKey: queryKeys.guestsJoined(eventId, JSON.stringify(joined)),
    ...count(eventId, (counting) => walkRecent(counting, joined)),
  });

type Removal = { eventId: string; onProgress: (done: number) => void };

const removal = <V>(client: QueryClient, eventId: string, mutationFn: (input: V) => Promise<PeopleCount>) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn,
    onSuccess: ({ people }, _, viewing) => {
      peopleRemoved(viewing, eventId);
      toast({ title: 'People Removed', text: `${countOfPeople(people)} removed.` });
    },
    onError: (error, _, viewing) => {
      // Some batches may have succeeded.
      if (viewing) peopleRemoved(viewing, eventId);
      const text = messageOf(
        error,
        'Not everybody could be removed. Try again: it goes on where it stopped.',
      );
      toastFailure(error, { title: 'Error', text });
    },
  });

/** Removes everybody without uploads, batch by batch. `onProgress` gets the number of people removed. */
export const removeIdlePeople = (client: QueryClient, { eventId, onProgress }: Removal) =>
  removal<void>(client, eventId, () => walkIdle({ eventId, countOnly: false, onProgress }));

/** Removes the guests who joined since an instant, as if one by one. `onProgress` gets the number of people removed. */
export const removeRecentGuests = (client: QueryClient, { eventId, onProgress }: Removal) =>
  removal<{ since: string }>(client, eventId, (joined) =>
    removeAllRecent({ eventId, countOnly: false, onProgress }, joined),
  );
