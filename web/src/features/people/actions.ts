import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { peopleMayBeChanged, personChanged } from '../../changes/owner-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

type Refused = { error: Error; fallback: string };

function refused(client: QueryClient, eventId: string, { error, fallback }: Refused): void {
  toastFailure(error, { title: 'Error', text: messageOf(error, fallback) });
  peopleMayBeChanged(client, eventId, statusOf(error));
}

/** Removes a person from an event and blocks them. */
export const removePerson = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ id: personId }: PersonView) =>
      call('DELETE /api/events/{eventId}/people/{personId}', { params: { eventId, personId } }),
    onSuccess: (_, person, viewing) => {
      personChanged(viewing, eventId, { ...person, isBlocked: true, standing: withoutOffice(person) });
      toast({ title: 'Person Removed' });
    },
    onError: (error) =>
      refused(client, eventId, { error, fallback: 'Failed to remove the person. Please try again.' }),
  });

/** What a co-host is who is none any more. */
const withoutOffice = ({ standing }: PersonView): PersonView['standing'] =>
  standing === 'co-host' ? 'participant' : standing;

/** Makes a person a co-host, or a co-host a participant. */
export const toggleCoHost = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ id: personId, standing }: PersonView) => {
      const input = { params: { eventId, personId } };
      return standing === 'co-host'
        ? call('DELETE /api/events/{eventId}/people/{personId}/co-host', input)
        : call('POST /api/events/{eventId}/people/{personId}/co-host', input);
    },
    onSuccess: (_, person, viewing) => {
      const isNamed = person.standing !== 'co-host';
      personChanged(viewing, eventId, {
        ...person,
        standing: isNamed ? 'co-host' : withoutOffice(person),
      });
      toast({ title: isNamed ? 'Co-host Named' : 'Co-host Dismissed' });
    },
    onError: (error) =>
      refused(client, eventId, { error, fallback: 'Failed to change the co-host. Please try again.' }),
  });

/** Undoes a removal. */
export const restorePerson = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ id: personId }: PersonView) =>
      call('POST /api/events/{eventId}/people/{personId}/restore', { params: { eventId, personId } }),
    onSuccess: (_, person, viewing) => {
      personChanged(viewing, eventId, { ...person, isBlocked: false });
      toast({ title: 'Person Restored' });
    },
    onError: (error) =>
      refused(client, eventId, { error, fallback: 'Failed to restore the person. Please try again.' }),
  });
