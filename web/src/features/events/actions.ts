import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { eventAdded, eventChanged, eventRemoved } from '../../changes/event-changes.ts';
import { call } from '../../lib/call.ts';
import type { CallInput } from '../../lib/endpoints.ts';

type NewEvent = CallInput<'POST /api/events'>['body'];
type EventChanges = CallInput<'PUT /api/events/{eventId}'>['body'];

/** Creates an event. */
export const createEvent = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: NewEvent) => call('POST /api/events', { body }),
    onSuccess: (event) => eventAdded(client, event),
  });

/** Changes the given fields of an event. */
export const updateEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: (body: EventChanges) => call('PUT /api/events/{eventId}', { params: { eventId }, body }),
    onSuccess: (event) => eventChanged(client, event),
  });

/** Deletes an event and everything in it; with `despitePayments` even if people have paid for it. */
export const deleteEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: ({ despitePayments }: { despitePayments: boolean }) =>
      call('DELETE /api/events/{eventId}', {
        params: { eventId },
        query: despitePayments ? { confirm: 'payments' } : {},
      }),
    onSuccess: () => eventRemoved(client, eventId),
  });
