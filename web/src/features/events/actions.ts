import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { CallInput } from '../../lib/endpoints.ts';
import { eventQuery, eventsQuery } from './queries.ts';

type NewEvent = CallInput<'POST /api/events'>['body'];
type EventChanges = CallInput<'PUT /api/events/{eventId}'>['body'];

// Exact: keys of single events and of their media begin with the list's key.
const refreshList = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: eventsQuery.queryKey, exact: true });

/** Creates an event; the list is asked for again when it is next looked at. */
export const createEvent = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: NewEvent) => call('POST /api/events', { body }),
    onSuccess: (event) => {
      client.setQueryData(eventQuery(event.id).queryKey, event);
      void refreshList(client);
    },
  });

/** Changes what is named of an event; the answer replaces what is shown of it. */
export const updateEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: (body: EventChanges) => call('PUT /api/events/{eventId}', { params: { eventId }, body }),
    onSuccess: (event) => {
      client.setQueryData(eventQuery(eventId).queryKey, event);
      void refreshList(client);
    },
  });

/** Deletes an event with all it holds; `despitePayments` also where people have paid for it. */
export const deleteEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: (how: { despitePayments: boolean }) =>
      call('DELETE /api/events/{eventId}', {
        params: { eventId },
        query: how.despitePayments ? { confirm: 'payments' } : {},
      }),
    onSuccess: () => {
      // Its page is still open and would ask at once for what is gone: only a later visit asks anew.
      void client.invalidateQueries({ queryKey: eventQuery(eventId).queryKey, refetchType: 'none' });
      void refreshList(client);
    },
  });
