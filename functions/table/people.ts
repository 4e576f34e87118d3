import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import { unauthenticated } from '../domain/app-error.ts';
import { type Person, type PersonKey, personKeyOf, personOfKey } from '../domain/caller.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { DEPARTED_SECONDS } from '../domain/sign-in-lifetimes.ts';
import { activePersonCondition, isActive, keyOfPerson } from './active-person-condition.ts';
import { ConditionsFailed, getRow, getRows, tableName, transact } from './dynamo.ts';
import { guestsOf } from './index-keys.ts';
import { keys, nameIn } from './keys.ts';
import { type GuestRecord, guestRow, type UserRecord, userRow } from './person-row.ts';
import { ownershipCondition } from './owned-events.ts';
import { queryKeys } from './query-rows.ts';
import { updateRow } from './update-row.ts';

/**
 * Stores what the identity provider says of a user now.
 * @returns false while the account is being erased, and for a while after
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

/** Whether something issued to `holder` is a person's: theirs, or that of a guest whom they claimed. */
export async function belongsTo(holder: PersonKey, person: Person): Promise<boolean> {
  if (holder === personKeyOf(person)) return true;
  const owner = personOfKey(holder);
  if (owner.kind !== 'guest' || person.kind !== 'user') return false;
  return (await getGuest(owner.guestId))?.claimedBy === person.userId;
}

/** Whether a person is there and has not begun to leave, by a consistent read. */
export async function isPersonActive(person: PersonKey): Promise<boolean> {
  return isActive(person, await getRow(keyOfPerson(person)));
}

/**
 * Marks a guest as claimed by an account: from now on nobody can act as the guest.
 * @returns false if another account has claimed the guest
 * @throws AppError 401 if the account's owner has just left
 */
export async function markClaimed(guestId: string, userId: string): Promise<boolean> {
  try {
    await transact([
      {
        Update: {
          TableName: tableName(),
          Key: keys.guest(guestId),
          UpdateExpression: 'SET claimedBy = :user, gsi1pk = :list, gsi1sk = :guest',
          ConditionExpression: 'attribute_exists(pk) AND (claimedBy = :null OR claimedBy = :user)',
          ExpressionAttributeValues: {
            ':user': userId,
            ':null': null,
            ':list': guestsOf(userId),
            ':guest': guestId,
          },
        },
      },
      activePersonCondition(`user:${userId}`),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (error.failures[1]) throw unauthenticated();
    return false;
  }
}

/** The guests whom a user has claimed. Those claimed before the index knew them are left out. */
export async function listClaimedGuests(userId: string): Promise<PersonKey[]> {
  const found = await queryKeys({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': guestsOf(userId) },
  });
  return found.map(({ pk }): PersonKey => `guest:${nameIn(pk)}`);
}

/**
 * Begins a person's erasure: the table's stream starts the job that erases what they left. From now on nobody
 * can act as an erased guest, and nothing new is anybody's who leaves.
 * @param options `ownershipVersion`: of a user who was found to own no event, the version that was read before
 * @returns false if they are not there, or an event has become theirs since
 */
export async function beginErasure(
  person: Person,
  options: { withMedia: boolean; now: Date; ownershipVersion?: number | undefined },
): Promise<boolean> {
  const retires = person.kind === 'guest' ? ', claimedBy = :nobody REMOVE gsi1pk, gsi1sk' : '';
  const owned = ownershipCondition(options.ownershipVersion);
  const begun = await updateRow(keyOfPerson(personKeyOf(person)), {
    UpdateExpression: `SET erasedAt = :now, eraseMedia = :media${retires}`,
    ConditionExpression: ['attribute_exists(pk)', ...(person.kind === 'user' ? [owned.condition] : [])].join(
      ' AND ',
    ),
    ExpressionAttributeValues: {
      ':now': options.now.toISOString(),
      ':media': options.withMedia,
      ...(retires && { ':nobody': 'erased' }),
      ...(person.kind === 'user' && owned.values),
    },
  });
  return begun !== undefined;
}

/**
 * Whether a person's erasure has begun; of an account, also for a while after its end.
 * @param isOver whether it may be over, and the row gone
 */
export async function isErasureBegun(person: PersonKey, isOver = false): Promise<boolean> {
  const row = await getRow(keyOfPerson(person));
  return row === undefined ? isOver : row['erasedAt'] !== undefined;
}

/**
 * The last step of an erasure; safe to repeat. That an account has left is kept for an hour: a sign-in that
 * was under way when it was deleted would otherwise bring it back.
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

/** A person's name; `firstName` is null where all that stands for a name is an e-mail address. */
type PersonName = {
  readonly name: string;
  readonly firstName: string | null;
  readonly email: string | null;
};

/**
 * People's names and e-mail addresses, which only the owner may see, but for first names where the event shows them; those
 * who are gone are left out.
 */
export async function listNames(people: readonly PersonKey[]): Promise<Map<PersonKey, PersonName>> {
  const wanted = new Map(people.map((person) => [keyOfPerson(person).pk, person]));
  const rows = await getRows(people.map(keyOfPerson), { consistent: false });
  const names = new Map<PersonKey, PersonName>();
  for (const row of rows) {
    const person = wanted.get(String(row['pk']));
    const isGone = row['expiresAtSeconds'] !== undefined;
    if (!person || isGone) continue;
    names.set(
      person,
      person.startsWith('user:') ? nameOfUser(userRow.parse(row)) : nameOfGuest(guestRow.parse(row)),
    );
  }
  return names;
}

function nameOfUser({ firstName, lastName, email }: UserRecord): PersonName {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return { name: name || email, firstName: firstName || null, email };
}

/** Guests enter one name: its first word is their first name. */
function nameOfGuest({ name, email }: GuestRecord): PersonName {
  return { name, firstName: name.split(/\s/, 1)[0] || null, email };
}
