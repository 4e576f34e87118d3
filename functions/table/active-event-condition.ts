import { tableName, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';

/** Holds while an event exists and its deletion has not begun. */
export const EVENT_IS_ACTIVE = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';

/** Makes a transaction fail if the event is gone or being deleted. */
export function activeEventCondition(eventId: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: keys.event(eventId),
      ConditionExpression: EVENT_IS_ACTIVE,
    },
  };
}
