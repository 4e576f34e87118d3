import * as z from 'zod/mini';
import { listPeople } from '../../shared/contract/people.ts';
import { assertMay } from '../domain/access.ts';
import { personOfKey } from '../domain/caller.ts';
import { cutPage, decodeCursor, encodeCursor } from '../domain/pagination.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';
import { listPeople as readPage } from '../table/memberships.ts';

const PAGE = 100;

/** Where a page ends: its last person. */
const position = z.tuple([z.string().check(z.regex(/^(?:user|guest):[\w-]{1,64}$/))]);

export const handler = http(listPeople, async ({ params, query, caller }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('manage', access);
  const [after] = decodeCursor(position, query.cursor) ?? [];
  const { items, last } = cutPage(await readPage(event.id, { after, limit: PAGE + 1 }), PAGE);
  const names = await listNames(items.map(({ person }) => person));
  const body = items.map(({ person, standing, isBlocked, hasPaid, uploadCount, since }) => {
    const who = personOfKey(person);
    return {
      id: who.kind === 'user' ? who.userId : who.guestId,
      kind: who.kind,
      name: names.get(person)?.name ?? null,
      email: names.get(person)?.email ?? null,
      standing,
      isBlocked,
      hasPaid,
      uploadCount,
      since,
    };
  });
  return { status: 200, body, nextCursor: last && encodeCursor([last.person]) };
});
