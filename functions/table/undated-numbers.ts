import * as z from 'zod/mini';
import type { MediaRecord } from '../domain/records.ts';
import { keys } from './keys.ts';
import { queryRows } from './query-rows.ts';
import { updateRow } from './update-row.ts';

type Item = Pick<MediaRecord, 'id' | 'eventId' | 'uploadedAt'>;

/**
 * Notes that an item is undated, which gives it its place among those of its event. It keeps that when it is deleted. No
 * condition: to note it again changes nothing, and what a deleted event leaves, its deletion removes at the end.
 */
export async function noteUndated(item: Item): Promise<void> {
  await updateRow(keys.undatedItem(item), {
    UpdateExpression: 'SET mediaId = :id',
    ExpressionAttributeValues: { ':id': item.id },
  });
}

/** So many undated items of an event are numbered, deleted ones included: 700 read units. */
export const NUMBERED_ITEMS = 20_000;

const undatedRow = z.object({ last: z.optional(z.int()), mediaId: z.optional(z.string()) });

/**
 * By item, the numbers of an event's undated items: their ranks by upload, those of deleted ones included, behind the last number that
 * an earlier release gave. Items that it gave theirs are not among them, nor is what was uploaded after `NUMBERED_ITEMS` others.
 */
export async function listUndatedNumbers(eventId: string): Promise<ReadonlyMap<string, number>> {
  const { pk, sk } = keys.lastUndatedNumber(eventId);
  const query = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :undated)',
    ProjectionExpression: '#last, mediaId',
    ExpressionAttributeNames: { '#last': 'last' },
    ExpressionAttributeValues: { ':pk': pk, ':undated': sk },
    ConsistentRead: true,
  };
  // One row has the last number that was given.
  const rows = await queryRows(query, NUMBERED_ITEMS + 1);
  const found = rows.map((row) => undatedRow.parse(row));
  const given = found.reduce((most, { last = 0 }) => Math.max(most, last), 0);
  const ids = found.flatMap(({ mediaId }) => mediaId ?? []).slice(0, NUMBERED_ITEMS);
  return new Map(ids.map((id, at) => [id, given + at + 1]));
}
