import { blockPerson } from '../../shared/contract/people.ts';
import { assertMay } from '../domain/access.ts';
import { keyOfId } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { setBlocked } from '../table/give-up-place.ts';

export const handler = http(blockPerson, async ({ params, caller }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('manage', access);
  await setBlocked(event.id, { person: keyOfId(params.personId), isBlocked: true });
  return { status: 204 };
});
