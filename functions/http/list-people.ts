import * as z from 'zod/mini';
import { listPeople } from '../../shared/contract/people.ts';
import { assertMay, type EventAccess } from '../domain/access.ts';
import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { decodeCursor, encodeCursor } from '../domain/pagination.ts';
import { coHostsOf, type FoundPeople, pageOfPeople, searchPeople } from '../people/find-people.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';

/** Where a page ends: its last person. */
const position = z.tuple([z.string().check(z.regex(/^(?:user|guest):[\w-]{1,64}$/))]);

export const handler = http(listPeople, async ({ params, query, caller }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('manage', access);
  const [cursor] = decodeCursor(position, query.cursor) ?? [];
  const after = cursor as PersonKey | undefined;
  const { people, last } = await find(event.id, query, after);
  return {
    status: 200,
    body: people.map((found) => viewOf(found, access)),
    nextCursor: last && encodeCursor([last]),
  };
});

const find = (
  eventId: string,
  { q, standing }: { q?: string | undefined; standing?: string | undefined },
  after: PersonKey | undefined,
) => {
  if (standing) return coHostsOf(eventId);
  return q ? searchPeople(eventId, { text: q, after }) : pageOfPeople(eventId, after);
};

function viewOf({ membership, name, email }: FoundPeople['people'][number], { role }: EventAccess) {
  const { person, standing, isCoHost, isBlocked, hasPaid, uploadCount, since } = membership;
  const who = personOfKey(person);
  return {
    id: who.kind === 'user' ? who.userId : who.guestId,
    kind: who.kind,
    name,
    email,
    standing: isCoHost ? ('co-host' as const) : standing,
    isBlocked,
    hasPaid: role === 'owner' ? hasPaid : null,
    uploadCount,
    since,
  };
}
