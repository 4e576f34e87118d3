import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { CallInput } from '../../lib/endpoints.ts';
import { eventQuery, eventsQuery } from './queries.ts';

type NewEvent = CallInput<'POST /api/events'>['body'];
type EventChanges = CallInput<'PUT /api/events/{eventId}'>['body'];

// Exact, because the keys of single events and their media start with the list's key.
const refreshList = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: eventsQuery.queryKey, exact: true });

/** Creates an event. The list is refetched when it is next shown. */
export const createEvent = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: NewEvent) => call('POST /api/events', { body }),
    onSuccess: (event) => {
      client.setQueryData(eventQuery(event.id).queryKey, event);
      void refreshList(client);
    },
  });

/** Changes the given fields of an event. The response replaces the cached event. */
export const updateEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: (body: EventChanges) => call('PUT /api/events/{eventId}', { params: { eventId }, body }),
    onSuccess: (event) => {
      client.setQueryData(eventQuery(eventId).queryKey, event);
      void refreshList(client);
    },
  });

/** Deletes an event and everything in it; with `despitePayments` even if people have paid for it. */
export const deleteEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: ({ despitePayments }: { despitePayments: boolean }) =>
      call('DELETE /api/events/{eventId}', {
        params: { eventId },
        query: despitePayments ? { confirm: 'payments' } : {},
      }),
    onSuccess: () => {
      // The event's page is still open and would refetch at once: only a later visit should.
      void client.invalidateQueries({ queryKey: eventQuery(eventId).queryKey, refetchType: 'none' });
      void refreshList(client);
    },
  });
