import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import { type Person, type PersonKey, personKeyOf, personOfKey } from '../domain/caller.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { DEPARTED_SECONDS } from '../domain/sign-in-lifetimes.ts';
import { getRow, getRows, tableName } from './dynamo.ts';
import { type Key, keys } from './keys.ts';
import { type GuestRecord, guestRow, type UserRecord, userRow } from './person-row.ts';
import { updateRow } from './update-row.ts';

/**
 * Writes what the identity provider says now; the first sign-in sets createdAt.
 * @returns false while what the person left is still being erased, and for an account that has just been deleted
 */
export async function putUser(user: UserRecord, now: Date): Promise<boolean> {
  const written = await updateRow(keys.user(user.id), {
    UpdateExpression:
      'SET id = :id, email = :email, firstName = :first, lastName = :last, profileImageUrl = :image, updatedAt = :now, createdAt = if_not_exists(createdAt, :now)',
    ConditionExpression: 'attribute_not_exists(erasedAt)',
    ExpressionAttributeValues: {
      ':id': user.id,
      ':email': user.email,
      ':first': user.firstName,
      ':last': user.lastName,
      ':image': user.profileImageUrl,
      ':now': now.toISOString(),
    },
  });
  return written !== undefined;
}

/** Registers a guest. */
export async function createGuest(guest: GuestRecord): Promise<void> {
  await dynamoClient().send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...keys.guest(guest.id), ...guest },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

export async function getGuest(guestId: string): Promise<GuestRecord | undefined> {
  const row = await getRow(keys.guest(guestId));
  return row && guestRow.parse(row);
}

/** Whether something that was handed out to one is somebody's: their own, or that of a guest whom they claimed. */
export async function belongsTo(holder: PersonKey, person: Person): Promise<boolean> {
  if (holder === personKeyOf(person)) return true;
  const owner = personOfKey(holder);
  if (owner.kind !== 'guest' || person.kind !== 'user') return false;
  return (await getGuest(owner.guestId))?.claimedBy === person.userId;
}

/**
 * Retires a guest in favour of an account: from now on its token proves nothing.
 * @returns false where another account has claimed it
 */
export async function retireGuest(guestId: string, userId: string): Promise<boolean> {
  const retired = await updateRow(keys.guest(guestId), {
    UpdateExpression: 'SET claimedBy = :user',
    ConditionExpression: 'attribute_exists(pk) AND (claimedBy = :null OR claimedBy = :user)',
    ExpressionAttributeValues: { ':user': userId, ':null': null },
  });
  return retired !== undefined;
}

/**
 * Marks a person as leaving: the table's stream then starts the job that erases what they left.
 * For a guest the identity ends at once.
 */
export async function markErased(person: Person, wish: { withMedia: boolean; now: Date }): Promise<void> {
  const retires = person.kind === 'guest' ? ', claimedBy = :nobody' : '';
  await updateRow(keyOfPerson(personKeyOf(person)), {
    UpdateExpression: `SET erasedAt = :now, eraseMedia = :media${retires}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: {
      ':now': wish.now.toISOString(),
      ':media': wish.withMedia,
      ...(retires && { ':nobody': 'erased' }),
    },
  });
}

/** Whether a person is leaving, or an account has just left: not before, and not any more once they are forgotten. */
export async function isErased(person: PersonKey): Promise<boolean> {
  return (await getRow(keyOfPerson(person)))?.['erasedAt'] !== undefined;
}

/**
 * The last step of an erasure, unconditional because it says the same each time. Of an account one thing is kept for an
 * hour: that it left. A sign-in that was under way when the account was deleted would otherwise bring it back.
 */
export async function deletePerson(person: PersonKey, now: Date): Promise<void> {
  const key = keyOfPerson(person);
  const who = personOfKey(person);
  if (who.kind === 'guest') {
    await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key: key }));
    return;
  }
  const expiresAtSeconds = expirySeconds(now, DEPARTED_SECONDS);
  const Item = { ...key, id: who.userId, erasedAt: now.toISOString(), expiresAtSeconds };
  await dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));
}

/** What people call themselves, for the owner's list; those who are gone are left out. */
export async function listNames(
  people: readonly PersonKey[],
): Promise<Map<PersonKey, { name: string; email: string | null }>> {
  const wanted = new Map(people.map((person) => [keyOfPerson(person).pk, person]));
  const rows = await getRows(people.map(keyOfPerson), { consistent: false });
  const names = new Map<PersonKey, { name: string; email: string | null }>();
  for (const row of rows) {
    const person = wanted.get(String(row['pk']));
    const isGone = row['expiresAtSeconds'] !== undefined;
    if (!person || isGone) continue;
    names.set(person, person.startsWith('user:') ? nameOfUser(userRow.parse(row)) : guestRow.parse(row));
  }
  return names;
}

function keyOfPerson(key: PersonKey): Key {
  const person = personOfKey(key);
  return person.kind === 'user' ? keys.user(person.userId) : keys.guest(person.guestId);
}

function nameOfUser(user: UserRecord): { name: string; email: string } {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return { name: name || user.email, email: user.email };
}
