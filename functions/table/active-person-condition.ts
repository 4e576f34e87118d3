import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { type Row, tableName, type TransactItem } from './dynamo.ts';
import { type Key, keys } from './keys.ts';

/** Holds while a user has an account and its erasure has not begun. */
export const USER_IS_ACTIVE = 'attribute_exists(pk) AND attribute_not_exists(erasedAt)';

/** The row that says who a person is, and whether they are leaving. */
export function keyOfPerson(key: PersonKey): Key {
  const person = personOfKey(key);
  return person.kind === 'user' ? keys.user(person.userId) : keys.guest(person.guestId);
}

/**
 * Makes a transaction on behalf of a person fail if they have left since the call began, or, as a guest, have
 * been claimed: what it creates would outlive them. Only for what one person seldom does twice at the same
 * moment: these transactions conflict with each other at the person's row.
 */
export function activePersonCondition(key: PersonKey): TransactItem {
  const isUser = personOfKey(key).kind === 'user';
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: keyOfPerson(key),
      ...(isUser
        ? { ConditionExpression: USER_IS_ACTIVE }
        : { ConditionExpression: 'claimedBy = :nobody', ExpressionAttributeValues: { ':nobody': null } }),
    },
  };
}

/** The same of a person's row that has been read. */
export function isActive(key: PersonKey, row: Row | undefined): boolean {
  if (row === undefined) return false;
  return personOfKey(key).kind === 'user' ? row['erasedAt'] === undefined : row['claimedBy'] === null;
}
