import { accessOf, type EventAccess } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { keyOfCaller, type Caller } from '../domain/caller.ts';
import type {
  ContentVersions,
  EventRecord,
  MediaRecord,
  Membership,
  MediaCounts,
} from '../domain/records.ts';
import { isVisible } from '../domain/visibility.ts';
import { mediaCountsKeys, readMediaCounts, sumMediaCounts } from './counts.ts';
import { getRows, type Row } from './dynamo.ts';
import { parseEvent } from './event-row.ts';
import { type Key, keys, kindOfRow } from './keys.ts';
import { getMedia } from './media.ts';
import { parseMembership } from './membership-row.ts';

/** An event with all that the access rule needs. */
export type EventWithAccess = {
  readonly event: EventRecord;
  readonly membership: Membership | undefined;
  readonly access: EventAccess;
};

/** An event with its counts and all that the access rule needs. */
export type EventContext = EventWithAccess & {
  readonly counts: MediaCounts;
  /** The version of its contents. */
  readonly contents: ContentVersions;
};

const accessKeys = (eventId: string, caller: Caller): Key[] => {
  const person = keyOfCaller(caller);
  return [keys.event(eventId), ...(person ? [keys.membership(eventId, person)] : [])];
};

function contextFrom(rows: readonly Row[], caller: Caller): EventContext | undefined {
  const ofKind = (kind: string) => rows.filter((row) => kindOfRow(row) === kind);
  const event = ofKind('EVENT').map(parseEvent)[0];
  if (!event) return undefined;
  const membership = ofKind('PERSON').map(parseMembership)[0];
  return {
    event,
    ...sumMediaCounts(ofKind('TALLY')),
    membership,
    access: accessOf(caller, event, membership),
  };
}

/** @returns undefined if the event does not exist or is being deleted */
export const getEventContext = (eventId: string, caller: Caller): Promise<EventContext | undefined> =>
  readContext({ eventId, caller }, { consistent: true });

/**
 * The same for who looks at lists: event and rights as they are, the counts as late as the indexes that lists come from,
 * for half of what these cost.
 * @returns undefined if the event does not exist or is being deleted
 */
export const getGalleryContext = (eventId: string, caller: Caller): Promise<EventContext | undefined> =>
  readContext({ eventId, caller }, { consistent: false });

type Asked = { readonly eventId: string; readonly caller: Caller };

async function readContext({ eventId, caller }: Asked, counts: { consistent: boolean }) {
  const [own, shards] = await Promise.all([
    getRows(accessKeys(eventId, caller), { consistent: true }),
    readMediaCounts(eventId, counts),
  ]);
  return contextFrom([...own, ...shards], caller);
}

/** @throws AppError 404 if the event does not exist or is being deleted */
export async function requireGalleryContext(eventId: string, caller: Caller): Promise<EventContext> {
  const context = await getGalleryContext(eventId, caller);
  if (!context) throw notFound();
  return context;
}

/** @throws AppError 404 if the event does not exist or is being deleted */
export async function requireEventContext(eventId: string, caller: Caller): Promise<EventContext> {
  const context = await getEventContext(eventId, caller);
  if (!context) throw notFound();
  return context;
}

/**
 * The same without counts, for calls that many make at once.
 * @returns undefined if the event does not exist or is being deleted
 */
export async function getEventAccess(eventId: string, caller: Caller): Promise<EventWithAccess | undefined> {
  return contextFrom(await getRows(accessKeys(eventId, caller), { consistent: true }), caller);
}

/** @throws AppError 404 if the event does not exist or is being deleted */
export async function requireEventAccess(eventId: string, caller: Caller): Promise<EventWithAccess> {
  const context = await getEventAccess(eventId, caller);
  if (!context) throw notFound();
  return context;
}

/** Many events at once, in the order of the ids, eventually consistent; those that are gone are left out. */
export async function listEventContexts(
  eventIds: readonly string[],
  caller: Caller,
): Promise<EventContext[]> {
  // Not a query for each: somebody may have thousands.
  const rows = await getRows(
    eventIds.flatMap((eventId) => [...accessKeys(eventId, caller), ...mediaCountsKeys(eventId)]),
    { consistent: false },
  );
  const byEvent = Map.groupBy(rows, (row) => String(row.pk));
  return eventIds.flatMap((eventId) => contextFrom(byEvent.get(keys.event(eventId).pk) ?? [], caller) ?? []);
}

/** One item with its event. */
export type MediaContext = EventContext & { readonly media: MediaRecord };

/**
 * One item, and its event with the caller's access. Whether the caller may see the item is not checked here:
 * each call asks the access rule, or `requireVisible` if anybody may make it.
 * @throws AppError 404 if the item or its event does not exist
 */
export async function requireMediaContext(mediaId: string, caller: Caller): Promise<MediaContext> {
  const media = await getMedia(mediaId);
  if (!media) throw notFound();
  return { ...(await requireEventContext(media.eventId, caller)), media };
}

/** The same without the event's counts. @throws AppError 404 if the item or its event does not exist */
export async function requireMediaAccess(
  mediaId: string,
  caller: Caller,
): Promise<EventWithAccess & { readonly media: MediaRecord }> {
  const media = await getMedia(mediaId);
  if (!media) throw notFound();
  return { ...(await requireEventAccess(media.eventId, caller)), media };
}

/** @throws AppError 404: to a caller who may not see an item, it does not exist */
export function requireVisible(context: Pick<MediaContext, 'media' | 'access'>, caller: Caller): void {
  if (!isVisible(context.media, caller, context.access)) throw notFound();
}
