import { tableName, type TransactItem } from './access.ts';
import { keys } from './keys.ts';

/** The condition that an event is there and its deletion has not begun. */
export const EVENT_STANDS = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';

/** Refuses a transaction where the event is gone or going. */
export function eventStands(eventId: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: keys.event(eventId),
      ConditionExpression: EVENT_STANDS,
    },
  };
}
