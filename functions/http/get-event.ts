import { getEvent } from '../../shared/contract/events.ts';
import { assertMay } from '../domain/access.ts';
import { eventViewOf } from '../gallery/views.ts';
import { http } from './kit/http.ts';
import { requireEventContext, requireGalleryContext } from '../table/event-context.ts';

export const handler = http(getEvent, async ({ params, caller }) => {
  // Who has no name has changed nothing that they could miss.
  const read = caller.kind === 'anonymous' ? requireGalleryContext : requireEventContext;
  const context = await read(params.eventId, caller);
  assertMay('see-event', context.access);
  return { status: 200, body: eventViewOf(context) };
});
