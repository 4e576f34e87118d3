import { type InfiniteData, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { call, messageOf } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';
import { peopleQuery } from './queries.ts';

type Pages = InfiniteData<{ items: PersonView[]; nextCursor: string | null }, string | null>;

/** Removes a person from an event and blocks them. */
export const removePerson = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: ({ id: personId }: PersonView) =>
      call('DELETE /api/events/{eventId}/people/{personId}', { params: { eventId, personId } }),
    onSuccess: (_, person) => {
      replacePerson(client, eventId, { ...person, isBlocked: true });
      toast({ title: 'Person Removed' });
    },
    onError: (error) =>
      toast(
        { title: 'Error', text: messageOf(error, 'Failed to remove the person. Please try again.') },
        'bad',
      ),
  });

/** Undoes a removal. */
export const restorePerson = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: ({ id: personId }: PersonView) =>
      call('POST /api/events/{eventId}/people/{personId}/restore', { params: { eventId, personId } }),
    onSuccess: (_, person) => {
      replacePerson(client, eventId, { ...person, isBlocked: false });
      toast({ title: 'Person Restored' });
    },
    onError: (error) =>
      toast(
        { title: 'Error', text: messageOf(error, 'Failed to restore the person. Please try again.') },
        'bad',
      ),
  });

/** Replaces a person in the cached list. */
function replacePerson(client: QueryClient, eventId: string, updated: PersonView): void {
  client.setQueryData<Pages>(
    peopleQuery(eventId).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((person) => (person.id === updated.id ? updated : person)),
        })),
      },
  );
}
