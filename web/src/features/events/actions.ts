import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { changedElsewhere, eventAdded, eventChanged, eventRemoved } from '../../changes/event-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, isRefusal } from '../../lib/call.ts';
import type { CallInput } from '../../lib/endpoints.ts';

type NewEvent = CallInput<'POST /api/events'>['body'];
type EventChanges = CallInput<'PUT /api/events/{eventId}'>['body'];

/** Creates an event. */
export const createEvent = (client: QueryClient) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: (body: NewEvent) => call('POST /api/events', { body }),
    onSuccess: (event, _, viewing) => eventAdded(viewing, event),
  });

/** Changes the given fields of an event. */
export const updateEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: (body: EventChanges) => call('PUT /api/events/{eventId}', { params: { eventId }, body }),
    onSuccess: (event, _, viewing) => eventChanged(viewing, event),
    onError: (error) => noteRefusal(client, eventId, error),
  });

/** Deletes an event and everything in it; with `despitePayments` even if people have paid for it. */
export const deleteEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ despitePayments }: { despitePayments: boolean }) =>
      call('DELETE /api/events/{eventId}', {
        params: { eventId },
        query: despitePayments ? { confirm: 'payments' } : {},
      }),
    onSuccess: (_, __, viewing) => eventRemoved(viewing, eventId),
    onError: (error) => noteRefusal(client, eventId, error),
  });

/** Another tab or host has deleted the event, or the viewer is its host no more: it is read again. */
function noteRefusal(client: QueryClient, eventId: string, error: unknown): void {
  if (isRefusal(error)) changedElsewhere(client, eventId);
}
