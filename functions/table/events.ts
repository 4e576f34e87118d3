import { notFound, unauthenticated } from '../domain/app-error.ts';
import type { EventRecord } from '../domain/records.ts';
import { ConditionsFailed, tableName, transact } from './dynamo.ts';
import { EVENT_IS_ACTIVE } from './active-event-condition.ts';
import { parseEvent } from './event-row.ts';
import { sortPosition, PUBLIC_EVENTS } from './index-keys.ts';
import { keys } from './keys.ts';
import { queryRows } from './query-rows.ts';
import { assignments, updateRow } from './update-row.ts';
import { newMembership, putMembership } from './membership-row.ts';
import { takeOwnership } from './owned-events.ts';

const publicKeys = (event: EventRecord) =>
  event.privacy === 'public'
    ? { gsi1pk: PUBLIC_EVENTS, gsi1sk: sortPosition(event.createdAt, event.id) }
    : {};

/** Creates an event with its owner's membership. @throws AppError 401 if the owner has just left */
export async function createEvent(event: EventRecord): Promise<void> {
  const person = `user:${event.createdBy}` as const;
  try {
    await transact([
      ...takeOwnership(event.createdBy, event.id),
      {
        Put: {
          TableName: tableName(),
          Item: { ...keys.event(event.id), ...publicKeys(event), ...event },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      putMembership(event, newMembership(event.id, { person, standing: 'owner', since: event.createdAt })),
    ]);
  } catch (error) {
    if (error instanceof ConditionsFailed && error.failures[0]) throw unauthenticated();
    throw error;
  }
}

/** What an edit can change. */
export type EventChange = Partial<
  Pick<
    EventRecord,
    'name' | 'description' | 'date' | 'privacy' | 'moderationEnabled' | 'isPaused' | 'firstNamesSince'
  >
> & { updatedAt: string };

/**
 * Changes the given fields.
 * @returns the whole event
 * @throws AppError 404 if it does not exist or is being deleted
 */
export async function updateEvent(event: EventRecord, change: EventChange): Promise<EventRecord> {
  // Only if the privacy itself is edited: a concurrent edit must not list again what was just unlisted.
  const listed = change.privacy ? publicKeys({ ...event, privacy: change.privacy }) : {};
  const set = assignments({ ...change, ...listed });
  const unlist = change.privacy && change.privacy !== 'public' ? ' REMOVE gsi1pk, gsi1sk' : '';
  const row = await updateRow(keys.event(event.id), {
    ...set,
    UpdateExpression: set.UpdateExpression + unlist,
    ConditionExpression: EVENT_IS_ACTIVE,
    ReturnValues: 'ALL_NEW',
  });
  const updated = row && parseEvent(row);
  if (!updated) throw notFound();
  return updated;
}

/**
 * Begins an event's deletion: nobody sees it from now on, and the table's stream starts the job that removes
 * what it holds. Safe to repeat.
 */
export async function markEventDeleted(eventId: string, now: Date): Promise<void> {
  await updateRow(keys.event(eventId), {
    UpdateExpression: 'SET deletedAt = :now REMOVE gsi1pk, gsi1sk, gsi5pk, gsi5sk',
    ConditionExpression: EVENT_IS_ACTIVE,
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
}

/** A page of public events, newest first; `after` is the last one of the page before. */
export async function listPublicEvents(page: {
  limit: number;
  after: { createdAt: string; id: string } | undefined;
}): Promise<EventRecord[]> {
  const bound = page.after && sortPosition(page.after.createdAt, page.after.id);
  const rows = await queryRows(
    {
      IndexName: 'gsi1',
      KeyConditionExpression: bound ? 'gsi1pk = :pk AND gsi1sk < :bound' : 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': PUBLIC_EVENTS, ...(bound && { ':bound': bound }) },
      ScanIndexForward: false,
    },
    page.limit,
  );
  return rows.flatMap((row) => parseEvent(row) ?? []);
}
