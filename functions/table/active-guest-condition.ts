import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { tableName, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';

/**
 * What a transaction on behalf of a guest asks besides: that nobody has claimed them, and they have not left, since the
 * call began. What is handed over after a claim is then all that there is. An account needs no such question.
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
