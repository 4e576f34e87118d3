import { listPeople } from '../../shared/contract/people.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { personOfKey } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';
import { listPeople as readPage } from '../table/memberships.ts';

const PAGE = 100;

export const handler = http(listPeople, async ({ params, query, caller }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('manage', access);
  const found = await readPage(event.id, { after: readCursor(query.cursor), limit: PAGE + 1 });
  const page = found.slice(0, PAGE);
  const names = await listNames(page.map(({ person }) => person));
  const body = page.map(({ person, standing, isBlocked, hasPaid, uploadCount, since }) => {
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
  const last = found.length > PAGE ? page.at(-1) : undefined;
  return { status: 200, body, headers: last && { link: nextLink(event.id, last.person) } };
});

function nextLink(eventId: string, person: string): string {
  const cursor = Buffer.from(person).toString('base64url');
  return `</api/events/${eventId}/people?cursor=${cursor}>; rel="next"`;
}

function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const person = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^(?:user|guest):[\w-]{1,64}$/.test(person)) return person;
  const message = 'The cursor does not belong to this list.';
  throw new AppError('invalid', 'invalid_cursor', { message, issues: [{ path: 'cursor', message }] });
}
