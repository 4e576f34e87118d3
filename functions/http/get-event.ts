import { getEvent } from '../../shared/contract/events.ts';
import { assertMay } from '../domain/access.ts';
import { eventViewOf } from '../domain/views.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(getEvent, async ({ params, caller }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('see-event', context.standing);
  return { status: 200, body: eventViewOf(context) };
});
