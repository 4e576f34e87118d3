import { blockRecentGuests } from '../../shared/contract/people.ts';
import { assertMay } from '../domain/access.ts';
import { peopleCursor } from '../domain/people-cursor.ts';
import { blockRecentGuests as blockNext, countRecentGuests } from '../people/block-recent-guests.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';

const MINUTE_MS = 60_000;

export const handler = http(blockRecentGuests, async ({ params, body, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('manage', access);
  const { joined } = body;
  const since =
    'since' in joined ? joined.since : new Date(now.getTime() - joined.lastMinutes * MINUTE_MS).toISOString();
  const handle = body.countOnly ? countRecentGuests : blockNext;
  const { people, next } = await handle(event.id, { since, after: peopleCursor.decode(body.cursor) });
  return { status: 200, body: { people, since, cursor: peopleCursor.encode(next) } };
});
