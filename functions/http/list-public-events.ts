import * as z from 'zod/mini';
import { listPublicEvents } from '../../shared/contract/events.ts';
import { eventId } from '../../shared/contract/ids.ts';
import { may } from '../domain/access.ts';
import { cutPage, decodeCursor, encodeCursor } from '../domain/pagination.ts';
import { visibleCount } from '../domain/visibility.ts';
import { http } from './kit/http.ts';
import { listEventContexts } from '../table/event-context.ts';
import { listPublicEvents as readPage } from '../table/events.ts';

/** Where a page ends: when its last event was created, and which one it is. */
const position = z.tuple([z.string().check(z.regex(/^[\d:.TZ-]{24}$/)), eventId]);

export const handler = http(listPublicEvents, async ({ query, caller }) => {
  const [createdAt, id] = decodeCursor(position, query.cursor) ?? [];
  const after = createdAt && id ? { createdAt, id } : undefined;
  const { items, last } = cutPage(await readPage({ limit: query.limit + 1, after }), query.limit);
  const contexts = await listEventContexts(
    items.map(({ id }) => id),
    caller,
  );
  // The index lags behind: events that are deleted or no longer public are left out here.
  const listed = contexts.filter(
    ({ event, access }) => event.privacy === 'public' && may('see-event', access),
  );
  const body = listed.map(({ event, counts, membership, access }) => ({
    id: event.id,
    name: event.name,
    date: event.date,
    description: event.description,
    mediaCount: may('see-media', access) ? visibleCount(counts, access, membership) : 0,
  }));
  return { status: 200, body, nextCursor: last && encodeCursor([last.createdAt, last.id]) };
});
