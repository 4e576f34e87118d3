import * as z from 'zod/mini';
import { removeIdlePeople } from '../../shared/contract/people.ts';
import { assertMay } from '../domain/access.ts';
import type { PersonKey } from '../domain/caller.ts';
import { decodeCursor, encodeCursor } from '../domain/pagination.ts';
import { countIdlePeople, removeIdlePeople as removeNext } from '../people/remove-idle-people.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';

/** After whom a call goes on: a person, or nobody yet. */
const position = z.tuple([z.string().check(z.regex(/^(?:(?:user|guest):[\w-]{1,64})?$/))]);

export const handler = http(removeIdlePeople, async ({ params, body, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('manage', access);
  const [after = ''] = decodeCursor(position, body.cursor) ?? [];
  const handle = body.countOnly ? countIdlePeople : removeNext;
  const { people, next } = await handle(event.id, after as PersonKey | '', now);
  return { status: 200, body: { people, cursor: next === undefined ? null : encodeCursor([next]) } };
});
