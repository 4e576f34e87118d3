import * as z from 'zod/mini';
import type { MediaStatus } from '../../shared/contract/entities.ts';
import { EVENT_IS_ACTIVE } from '../table/active-event-condition.ts';
import type { Row } from '../table/dynamo.ts';
import { AWAITED_RESTS } from '../table/index-keys.ts';
import { keys, nameIn } from '../table/keys.ts';
import { listMediaPage } from '../table/media-lists.ts';
import { queryRows } from '../table/query-rows.ts';
import { updateRow } from '../table/update-row.ts';

// That an event's owner is told once when its uploads have rested. Until then the event is in a list, sorted by since when
// they may rest.

const restFields = z.object({ gsi5pk: z.optional(z.string()), toldOfRestAt: z.optional(z.string()) });

/** Whether an event's owner is still to be told, and whether it is in the list. */
export function restOf(eventRow: Row): 'not awaited' | 'awaited' | 'told' {
  const { gsi5pk, toldOfRestAt } = restFields.parse(eventRow);
  if (toldOfRestAt !== undefined) return 'told';
  return gsi5pk === undefined ? 'not awaited' : 'awaited';
}

const IS_UNTOLD = `${EVENT_IS_ACTIVE} AND attribute_not_exists(toldOfRestAt)`;

/** Puts an event in the list, at its first upload. Safe to repeat. */
export async function awaitRest(eventId: string, since: string): Promise<void> {
  await updateRow(keys.event(eventId), {
    UpdateExpression: 'SET gsi5pk = :list, gsi5sk = :since',
    ConditionExpression: `${IS_UNTOLD} AND attribute_not_exists(gsi5pk)`,
    ExpressionAttributeValues: { ':list': AWAITED_RESTS, ':since': since },
  });
}

/** Moves an event that is in the list to where it is looked at later. */
export async function postponeRest(eventId: string, since: string): Promise<void> {
  await updateRow(keys.event(eventId), {
    UpdateExpression: 'SET gsi5sk = :since',
    ConditionExpression: 'attribute_exists(gsi5pk)',
    ExpressionAttributeValues: { ':since': since },
  });
}

/**
 * Takes an event out of the list until its next upload. Safe to repeat.
 * @param seen its newest upload when that was decided, if it had any
 */
export async function forgetRest(eventId: string, seen: string | undefined): Promise<void> {
  await updateRow(keys.event(eventId), {
    UpdateExpression: 'REMOVE gsi5pk, gsi5sk',
    ConditionExpression: 'attribute_exists(gsi5pk)',
  });
  // One that came at this moment found the event still in the list.
  const newest = await newestUpload(eventId);
  if (newest !== undefined && newest > (seen ?? '')) await awaitRest(eventId, newest);
}

const STATUSES: readonly MediaStatus[] = ['approved', 'pending', 'rejected'];

/** When the last of an event's items was uploaded, whatever was decided about it. */
export async function newestUpload(eventId: string): Promise<string | undefined> {
  const { items } = await listMediaPage({
    eventId,
    scopes: STATUSES.map((status) => ({ status, ownOnly: false })),
    viewer: undefined,
    order: { sortBy: 'uploadedAt', ascending: false },
    after: undefined,
    limit: 1,
  });
  return items[0]?.uploadedAt;
}

/** Notes that the owner was told, for good. */
export async function noteTold(eventId: string, now: Date): Promise<void> {
  await updateRow(keys.event(eventId), {
    UpdateExpression: 'SET toldOfRestAt = :now REMOVE gsi5pk, gsi5sk',
    ConditionExpression: IS_UNTOLD,
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
}

/** Events in the list whose uploads may rest since before an instant, those that have rested longest first. */
export async function listRested(before: Date, limit: number): Promise<string[]> {
  const rows = await queryRows(
    {
      IndexName: 'gsi5',
      KeyConditionExpression: 'gsi5pk = :pk AND gsi5sk < :before',
      ExpressionAttributeValues: { ':pk': AWAITED_RESTS, ':before': before.toISOString() },
    },
    limit,
  );
  return rows.map(({ pk }) => nameIn(String(pk)));
}
