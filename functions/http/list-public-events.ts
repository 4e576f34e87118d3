import { listPublicEvents } from '../../shared/contract/events.ts';
import { may } from '../domain/access.ts';
import { decodeEventCursor, encodeEventCursor } from '../domain/event-cursor.ts';
import { visibleCount } from '../domain/visibility.ts';
import { http } from './kit/http.ts';
import { listEventContexts } from '../table/event-context.ts';
import { listPublicEvents as readPage } from '../table/events.ts';

export const handler = http(listPublicEvents, async ({ query, caller }) => {
  const after = decodeEventCursor(query.cursor);
  const found = await readPage({ limit: query.limit + 1, after });
  const page = found.slice(0, query.limit);
  const last = found.length > page.length ? page.at(-1) : undefined;
  const contexts = await listEventContexts(
    page.map(({ id }) => id),
    caller,
  );
  // The index is read a moment late: what is no longer public, or gone, is left out here.
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
  return { status: 200, body, headers: last && { link: nextLink(query.limit, encodeEventCursor(last)) } };
});

function nextLink(limit: number, cursor: string): string {
  const query = new URLSearchParams({ limit: String(limit), cursor });
  return `<${listPublicEvents.path}?${query.toString()}>; rel="next"`;
}
