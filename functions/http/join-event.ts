import { joinEvent } from '../../shared/contract/events.ts';
import { messages } from '../../shared/messages.ts';
import { assertMay } from '../domain/access.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { joinEvent as storeJoin } from '../table/memberships.ts';

export const handler = http(joinEvent, async ({ params, caller, now }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('join', access);
  await storeJoin(event, { userId: caller.userId, now });
  return { status: 201, body: { message: messages.joined, role: 'participant' } };
});
