import { deleteEvent } from '../../shared/contract/events.ts';
import { assertMay } from '../domain/access.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { markEventDeleted } from '../table/events.ts';

export const handler = http(deleteEvent, async ({ params, caller, now }) => {
  const { event, standing } = await requireEventContext(params.eventId, caller);
  assertMay('manage', standing);
  await markEventDeleted(event.id, now);
  return { status: 204 };
});
