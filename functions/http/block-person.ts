import { blockPerson } from '../../shared/contract/people.ts';
import { assertMay } from '../domain/access.ts';
import { keyOfId } from '../domain/caller.ts';
import { deleteSubscriptionsTo } from '../notifications/subscription-store.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { setBlocked } from '../table/give-up-place.ts';

export const handler = http(blockPerson, async ({ params, caller }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('manage', access);
  const person = keyOfId(params.personId);
  await setBlocked(event.id, { person, isBlocked: true, byCoHost: access.role === 'co-host' });
  await deleteSubscriptionsTo(event.id, person);
  return { status: 204 };
});
