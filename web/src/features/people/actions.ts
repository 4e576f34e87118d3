import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { personChanged } from '../../changes/owner-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf } from '../../lib/call.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** Removes a person from an event and blocks them. */
export const removePerson = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ id: personId }: PersonView) =>
      call('DELETE /api/events/{eventId}/people/{personId}', { params: { eventId, personId } }),
    onSuccess: (_, person, viewing) => {
      personChanged(viewing, eventId, { ...person, isBlocked: true });
      toast({ title: 'Person Removed' });
    },
    onError: (error) =>
      toastFailure(error, {
        title: 'Error',
        text: messageOf(error, 'Failed to remove the person. Please try again.'),
      }),
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
      toastFailure(error, {
        title: 'Error',
        text: messageOf(error, 'Failed to restore the person. Please try again.'),
      }),
  });
