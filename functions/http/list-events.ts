import { listEvents } from '../../shared/contract/events.ts';
import { may } from '../domain/access.ts';
import { personKeyOf } from '../domain/caller.ts';
import { eventViewOf } from '../gallery/views.ts';
import { http } from './kit/http.ts';
import { listEventContexts } from '../table/event-context.ts';
import { listMemberships } from '../table/memberships.ts';

/** More do not fit into an answer. */
const MOST_EVENTS = 5000;

export const handler = http(listEvents, async ({ caller }) => {
  const memberships = await listMemberships(personKeyOf(caller), MOST_EVENTS);
  const joined = memberships.filter(({ standing }) => standing === 'owner' || standing === 'participant');
  const contexts = await listEventContexts(
    joined.map(({ eventId }) => eventId),
    caller,
  );
  const visible = contexts.filter(({ access }) => may('see-event', access));
  return { status: 200, body: visible.map(eventViewOf) };
});
