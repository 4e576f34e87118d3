import { joinEvent } from '../../shared/contract/events.ts';
import { messages } from '../../shared/messages.ts';
import { assertMay } from '../domain/access.ts';
import { http } from './kit/http.ts';
import { admitNewcomer } from './kit/proof-of-work.ts';
import { requireEventContext } from '../table/event-context.ts';
import { joinEvent as storeJoin } from '../table/memberships.ts';

export const handler = http(joinEvent, async ({ params, caller, now, event: request }) => {
  const { event, membership, access } = await requireEventContext(params.eventId, caller);
  assertMay('join', access);
  if (!membership?.hasPlace) await admitNewcomer(request, { event, person: caller }, now);
  await storeJoin(event, { userId: caller.userId, now });
  return { status: 201, body: { message: messages.joined, role: 'participant' } };
});
