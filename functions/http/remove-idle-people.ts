import { removeIdlePeople } from '../../shared/contract/people.ts';
import { assertMay } from '../domain/access.ts';
import { peopleCursor } from '../domain/people-cursor.ts';
import { countIdlePeople, removeIdlePeople as removeNext } from '../people/remove-idle-people.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(removeIdlePeople, async ({ params, body, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('manage', access);
  const handle = body.countOnly ? countIdlePeople : removeNext;
  const { people, next } = await handle(event.id, peopleCursor.decode(body.cursor), now);
  return { status: 200, body: { people, cursor: peopleCursor.encode(next) } };
});
