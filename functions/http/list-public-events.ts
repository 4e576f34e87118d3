import * as z from 'zod/mini';
import { listPublicEvents } from '../../shared/contract/events.ts';
import { eventId } from '../../shared/contract/ids.ts';
import { may } from '../domain/access.ts';
import { cutPage, decodeCursor, encodeCursor } from '../domain/pagination.ts';
import { visibleCount } from '../domain/visibility.ts';
import { http } from './kit/http.ts';
import { keyOfCaller } from '../domain/caller.ts';
import type { EventRecord } from '../domain/records.ts';
import { type EventContext, listEventContexts } from '../table/event-context.ts';
import { listPublicEvents as readPage } from '../table/events.ts';
import { createSharedReads } from '../table/shared-reads.ts';

/** Where a page ends: when its last event was created, and which one it is. */
const position = z.tuple([z.string().check(z.regex(/^[\d:.TZ-]{24}$/)), eventId]);

const pages = createSharedReads<EventRecord[]>(20);
/** Of one viewer each. */
const contexts = createSharedReads<EventContext[]>(20);

export const handler = http(listPublicEvents, async ({ query, caller, now }) => {
  const [createdAt, id] = decodeCursor(position, query.cursor) ?? [];
  const after = createdAt && id ? { createdAt, id } : undefined;
  const limit = query.limit + 1;
  const page = [query.cursor ?? '', limit].join(' ');
  const found = await pages({ key: page, version: 0, changes: 0, now }, () => readPage({ limit, after }));
  const { items, last } = cutPage(found, query.limit);
  const ids = items.map(({ id }) => id);
  const viewed = await contexts(
    { key: `${keyOfCaller(caller) ?? ''} ${ids.join(' ')}`, version: 0, changes: 0, now },
    () => listEventContexts(ids, caller),
  );
  // The index lags behind: events that are deleted or no longer public are left out here.
  const listed = viewed.filter(({ event, access }) => event.privacy === 'public' && may('see-event', access));
  const body = listed.map(({ event, counts, membership, access }) => ({
    id: event.id,
    name: event.name,
    date: event.date,
    description: event.description,
    mediaCount: may('see-media', access) ? visibleCount(counts, access, membership) : 0,
  }));
  return { status: 200, body, nextCursor: last && encodeCursor([last.createdAt, last.id]) };
});
