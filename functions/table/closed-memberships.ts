import type { PersonKey } from '../domain/caller.ts';
import type { Row, TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

/**
 * A membership is closed when its person leaves for good, before anything of theirs is looked for. What a
 * person saves and pays for in an event writes the membership anyway, so it checks this and no other row.
 */

/** Holds while a membership may be added to. */
export const MEMBERSHIP_IS_OPEN = 'attribute_not_exists(closedAt)';

/** Whether a row is that of a membership that was closed. */
export const isClosedMembership = (row: Row | undefined): boolean => row?.['closedAt'] !== undefined;

/** Closes a membership; one that is gone stays so. Safe to repeat. */
export async function closeMembership(
  { eventId, person }: { eventId: string; person: PersonKey },
  now: Date,
): Promise<void> {
  await updateRow(keys.membership(eventId, person), {
    UpdateExpression: 'SET closedAt = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
}

/** An update of a membership that fails if the membership was closed. */
export function whileOpen({ Update }: TransactItem): TransactItem {
  if (!Update) throw new Error('Not an update.');
  const conditions = [Update.ConditionExpression, MEMBERSHIP_IS_OPEN].filter(Boolean);
  return { Update: { ...Update, ConditionExpression: conditions.join(' AND ') } };
}
