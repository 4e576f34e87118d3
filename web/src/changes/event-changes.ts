import type { QueryClient } from '@tanstack/react-query';
import type { EventView } from '../../../shared/contract/entities.ts';
import type { Reply } from '../lib/endpoints.ts';
import { type GuestFields, queryKeys } from '../lib/query-keys.ts';
import {
  forgetUnsettledChanges,
  markRequestsStale,
  markStale,
  readWithChanges,
  recordChange,
} from './change-log.ts';
import { patchQueries } from './patch-queries.ts';
import { byViewer, viewingOf } from './viewing.ts';

/** Changes an event where it is cached: on its own pages and on the dashboard. */
export function patchEvent(
  client: QueryClient,
  eventId: string,
  update: (event: EventView) => EventView,
): void {
  markRequestsStale(client, { queryKey: queryKeys.event(eventId) });
  markRequestsStale(client, { queryKey: queryKeys.events });
  patchQueries(client, { queryKey: queryKeys.event(eventId) }, (event) => update(event as EventView));
  patchQueries(client, { queryKey: queryKeys.events }, (events) =>
    (events as EventView[]).map((event) => (event.id === eventId ? update(event) : event)),
  );
}

/** The event's counts, and the lists of events that show them, are read again. */
export function markEventStale(
  client: QueryClient,
  eventId: string,
  options?: { refetches?: boolean },
): Promise<unknown> {
  return Promise.all([
    markStale(client, { queryKey: queryKeys.event(eventId) }, options),
    markStale(client, { queryKey: queryKeys.events }, options),
    markStale(client, { queryKey: queryKeys.publicEvents }, options),
  ]);
}

/** The viewer has created an event. */
export const eventAdded = byViewer((client, event: EventView) => {
  client.setQueryData(queryKeys.event(event.id), event);
  recordChange(client, {
    id: `added ${event.id}`,
    scope: { queryKey: queryKeys.events },
    patch: (data) => {
      const events = data as EventView[];
      return events.some(({ id }) => id === event.id) ? events : [event, ...events];
    },
  });
  void markEventStale(client, event.id);
});

/** The viewer has changed an event's fields. */
export const eventChanged = byViewer((client, changed: EventView) => {
  const isOlder = ({ updatedAt }: EventView) => updatedAt < changed.updatedAt;
  recordChange(client, {
    id: `changed ${changed.id}`,
    scope: { queryKey: queryKeys.event(changed.id) },
    patch: (event) => (isOlder(event as EventView) ? changed : event),
  });
  recordChange(client, {
    id: `changed ${changed.id} in lists`,
    scope: { queryKey: queryKeys.events },
    patch: (events) =>
      (events as EventView[]).map((event) => (event.id === changed.id && isOlder(event) ? changed : event)),
  });
  void markEventStale(client, changed.id);
});

/** The viewer has deleted an event. Its page is still open and must not read it again. */
export const eventRemoved = byViewer((client, eventId: string) => {
  const isOther = ({ id }: { id: string }) => id !== eventId;
  recordChange(client, {
    id: `removed ${eventId}`,
    scope: { queryKey: queryKeys.events },
    patch: (events) => (events as EventView[]).filter(isOther),
    isFinal: true,
  });
  client.removeQueries({ queryKey: queryKeys.ofEvent(eventId), type: 'inactive' });
  void markStale(client, { queryKey: queryKeys.ofEvent(eventId) }, { refetches: false });
  void markStale(client, { queryKey: queryKeys.events });
  void markStale(client, { queryKey: queryKeys.publicEvents });
});

/** The viewer has joined an event, which the dashboard lists from now on. */
export const eventJoined = byViewer((client, eventId: string) => {
  recordChange(client, {
    id: `joined ${eventId}`,
    scope: { queryKey: queryKeys.event(eventId) },
    patch: (data) => {
      const event = data as EventView;
      return event.role === 'user' ? { ...event, role: 'participant', hasPlace: true } : event;
    },
  });
  void markStale(client, { queryKey: queryKeys.events });
});

/** The owner has had the highlights of an event picked. */
export const highlightsChanged = byViewer(
  (client, eventId: string, picks: Reply<'POST /api/events/{eventId}/highlights/calculate'>) => {
    client.setQueryData(queryKeys.highlights({ eventId, guest: {} }), picks);
    recordChange(client, {
      id: `highlights ${eventId}`,
      scope: { queryKey: queryKeys.mediaList(eventId, 'highlights') },
      patch: () => picks,
    });
    patchEvent(client, eventId, (event) => ({ ...event, highlightCount: picks.length }));
    void markEventStale(client, eventId);
  },
);

/** Reads an event outside of its query, as a look for new photos does, and shows what has changed. */
export async function readEvent(
  client: QueryClient,
  { eventId, guest }: { eventId: string; guest: GuestFields },
  read: () => Promise<EventView>,
): Promise<EventView> {
  const viewing = viewingOf(client);
  const { data: event, isStale } = await readWithChanges(client, queryKeys.event(eventId), read);
  // Otherwise the event is being read again.
  if (!isStale) eventSeen(viewing, event, guest);
  return event;
}

/** Guests' credentials change what an event says of the viewer, so that part stays, and their place is kept by itself. */
const eventSeen = byViewer((client, seen: EventView, guest: GuestFields) => {
  const eventId = seen.id;
  const isGuest = guest.guestId !== undefined;
  // Only now does it matter: who has none before a pause may have one when it begins.
  if (isGuest && seen.isPaused) client.setQueryData(queryKeys.place({ eventId, guest }), seen.hasPlace);
  const known = client.getQueryData<EventView>(queryKeys.event(eventId));
  patchEvent(client, eventId, (event) => {
    if (isGuest) return { ...seen, role: event.role, hasPaid: event.hasPaid, hasPlace: event.hasPlace };
    // Another role is another viewer, whom the rest of the page does not know yet.
    return seen.role === event.role ? seen : event;
  });
  // Or the same user, who has joined or lost their place elsewhere: the server answers nobody else for them.
  const isSameUser = !isGuest && isUsers(seen) && known !== undefined && isUsers(known);
  if (isSameUser && known.role !== seen.role) void markEventStale(client, eventId);
});

const isUsers = ({ role }: EventView): boolean => role !== 'anonymous' && role !== 'guest';

/** Somebody else, or the viewer on another page, has changed what an event holds. */
export function changedElsewhere(client: QueryClient, eventId: string): void {
  void markEventStale(client, eventId);
}

/** The viewer may see more of an event, or less: they have paid. */
export function accessChanged(client: QueryClient, eventId: string): void {
  void markStale(client, { queryKey: queryKeys.ofEvent(eventId) });
  void markStale(client, { queryKey: queryKeys.events });
}

/** The viewer is somebody else, as after a guest was claimed or deleted: all that they see of events is read again. */
export function viewerChanged(client: QueryClient): void {
  forgetUnsettledChanges(client);
  void markStale(client, { queryKey: queryKeys.allEvents });
  void markStale(client, { queryKey: queryKeys.events });
}
