import { listPublicEvents } from '../../shared/contract/events.ts';
import { may } from '../domain/access.ts';
import { decodeEventCursor, encodeEventCursor } from '../domain/event-page.ts';
import { visibleCount } from '../domain/visibility.ts';
import { http } from '../platform/http.ts';
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
    ({ event, standing }) => event.privacy === 'public' && may('see-event', standing),
  );
  const body = listed.map(({ event, tally, membership, standing }) => ({
    id: event.id,
    name: event.name,
    date: event.date,
    description: event.description,
    mediaCount: may('see-media', standing) ? visibleCount(tally, standing, membership) : 0,
  }));
  return { status: 200, body, headers: last && { link: nextLink(query.limit, encodeEventCursor(last)) } };
});

function nextLink(limit: number, cursor: string): string {
  const query = new URLSearchParams({ limit: String(limit), cursor });
  return `<${listPublicEvents.path}?${query.toString()}>; rel="next"`;
}
