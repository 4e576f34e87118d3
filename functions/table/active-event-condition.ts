import { tableName, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';

/** The condition that an event is there and its deletion has not begun. */
export const EVENT_IS_ACTIVE = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';

/** Refuses a transaction where the event is gone or going. */
export function activeEventCondition(eventId: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: keys.event(eventId),
      ConditionExpression: EVENT_IS_ACTIVE,
    },
  };
}
