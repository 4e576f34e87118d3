import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { table } from '../platform/clients.ts';
import { getRow, tableName } from './access.ts';
import { keys, sessionsOf } from './keys.ts';

const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});
/** A signed-in person, as the identity provider told of them. */
export type UserRecord = z.output<typeof userRow>;

const sessionRow = z.object({ user: userRow, expiresAtSeconds: z.number() });

const guestRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  tokenHash: z.string(),
  createdAt: z.string(),
  /** The account that took the guest over: the guest itself is then no identity any more. */
  claimedBy: z.nullable(z.string()),
});
export type GuestRecord = z.output<typeof guestRow>;

const loginRow = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  expiresAtSeconds: z.number(),
});
export type LoginRecord = z.output<typeof loginRow>;

/** Writes what the identity provider says now; the first sign-in sets createdAt. */
export async function putUser(user: UserRecord, now: Date): Promise<void> {
  await table().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.user(user.id),
      UpdateExpression:
        'SET id = :id, email = :email, firstName = :first, lastName = :last, profileImageUrl = :image, updatedAt = :now, createdAt = if_not_exists(createdAt, :now)',
      ExpressionAttributeValues: {
        ':id': user.id,
        ':email': user.email,
        ':first': user.firstName,
        ':last': user.lastName,
        ':image': user.profileImageUrl,
        ':now': now.toISOString(),
      },
    }),
  );
}

/** Opens a session under the hash of its token. The hash of 32 random bytes never meets another. */
export async function createSession(session: {
  tokenHash: string;
  user: UserRecord;
  expiresAtSeconds: number;
}): Promise<void> {
  await table().send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...keys.session(session.tokenHash),
        gsi1pk: sessionsOf(session.user.id),
        gsi1sk: session.tokenHash,
        user: session.user,
        expiresAtSeconds: session.expiresAtSeconds,
      },
    }),
  );
}

/** Whose session it is, or undefined where there is none or it is over: TTL deletes late, so time is checked here. */
export async function getSessionUser(tokenHash: string, now: Date): Promise<UserRecord | undefined> {
  const row = await getRow(keys.session(tokenHash));
  if (!row) return undefined;
  const session = sessionRow.parse(row);
  return session.expiresAtSeconds * 1000 > now.getTime() ? session.user : undefined;
}

/** Ends a session; ending one that is over changes nothing. */
export async function deleteSession(tokenHash: string): Promise<void> {
  await table().send(new DeleteCommand({ TableName: tableName(), Key: keys.session(tokenHash) }));
}

/** Keeps a sign-in that was begun, under the hash of the browser's login cookie. */
export async function createLogin(cookieHash: string, login: LoginRecord): Promise<void> {
  await table().send(
    new PutCommand({ TableName: tableName(), Item: { ...keys.login(cookieHash), ...login } }),
  );
}

/** Takes a begun sign-in away: it can be finished once. */
export async function takeLogin(cookieHash: string, now: Date): Promise<LoginRecord | undefined> {
  const { Attributes } = await table().send(
    new DeleteCommand({ TableName: tableName(), Key: keys.login(cookieHash), ReturnValues: 'ALL_OLD' }),
  );
  if (!Attributes) return undefined;
  const login = loginRow.parse(Attributes);
  return login.expiresAtSeconds * 1000 > now.getTime() ? login : undefined;
}

/** Registers a guest. */
export async function createGuest(guest: GuestRecord): Promise<void> {
  await table().send(
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
