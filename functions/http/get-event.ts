import { getEvent } from '../../shared/contract/events.ts';
import { assertMay } from '../domain/access.ts';
import { eventViewOf } from '../gallery/views.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(getEvent, async ({ params, caller }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('see-event', context.access);
  return { status: 200, body: eventViewOf(context) };
});
