import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { markEventStale } from '../../changes/event-changes.ts';
import { peopleRemoved } from '../../changes/owner-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf } from '../../lib/call.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** `"1 person"`, `"2,314 people"`. */
export const countOfPeople = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;

type Walk = {
  eventId: string;
  countOnly: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
};

/** Calls until everybody has been looked at. @returns how many people were removed or counted */
async function walk({ eventId, countOnly, signal, onProgress }: Walk): Promise<number> {
  // The last batches, too, if somebody else signs in meanwhile.
  const as = sessionWatch.expectedUser();
  let cursor: string | undefined;
  for (let done = 0; ;) {
    const answer = await call('POST /api/events/{eventId}/people/remove-idle', {
      params: { eventId },
      body: { countOnly, cursor },
      signal,
      as,
    });
    done += answer.people;
    onProgress?.(done);
    if (answer.cursor === null) return done;
    ({ cursor } = answer);
  }
}

/** How many people have no uploads: asked anew whenever it matters, and with it whether the event is paused. */
export const idleCountQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.idlePeople(eventId),
    queryFn: async ({ client, signal }) => {
      const [count] = await Promise.all([
        walk({ eventId, countOnly: true, signal }),
        markEventStale(client, eventId),
      ]);
      return count;
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Removes everybody without uploads, batch by batch. `onProgress` gets the number of people removed. */
export const removeIdlePeople = (
  client: QueryClient,
  { eventId, onProgress }: { eventId: string; onProgress: (done: number) => void },
) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: () => walk({ eventId, countOnly: false, onProgress }),
    onSuccess: (count, _, viewing) => {
      peopleRemoved(viewing, eventId);
      toast({ title: 'People Removed', text: `${countOfPeople(count)} removed.` });
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
