import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { tableName, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';

/**
 * Makes a transaction on behalf of a guest fail if the guest has been claimed or has left since the call
 * began, so that a claim transfers everything. Empty for users.
 */
export function activeGuestCondition(key: PersonKey): TransactItem[] {
  const person = personOfKey(key);
  if (person.kind === 'user') return [];
  return [
    {
      ConditionCheck: {
        TableName: tableName(),
        Key: keys.guest(person.guestId),
        ConditionExpression: 'claimedBy = :nobody',
        ExpressionAttributeValues: { ':nobody': null },
      },
    },
  ];
}
