import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamoClient } from '../aws/clients.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { idleExpirySeconds, SESSION_SECONDS } from '../domain/sign-in-lifetimes.ts';
import { activePersonCondition } from './active-person-condition.ts';
import { ConditionsFailed, deleteRows, getRow, tableName, transact } from './dynamo.ts';
import { sessionsOf } from './index-keys.ts';
import { ALL_SESSIONS, keys, nameIn } from './keys.ts';
import { type UserRecord, userRow } from './person-row.ts';
import { queryKeys } from './query-rows.ts';
import { updateRow } from './update-row.ts';

/**
 * Sessions, under the hashes of their tokens. A row in the user's partition names each of them, so that all are
 * found by a consistent read; those that are older than these rows are found by the index.
 */

const sessionRow = z.object({
  user: userRow,
  expiresAtSeconds: z.number(),
  // Rows that are older than the idle end lack these.
  endsAtSeconds: z.optional(z.number()),
  usedAtSeconds: z.optional(z.number()),
});

export type Session = {
  readonly tokenHash: string;
  readonly user: UserRecord;
  /** The last use that was recorded; undefined in a row from before. */
  readonly usedAtSeconds: number | undefined;
  /** When it ends without further use. */
  readonly expiresAtSeconds: number;
  /** When it ends in any case. */
  readonly endsAtSeconds: number;
};

/**
 * Stores a session under its token's hash. Hashes of 32 random bytes do not collide.
 * @returns false if the user is leaving, or has just left
 */
export async function createSession(
  { tokenHash, user }: { tokenHash: string; user: UserRecord },
  now: Date,
): Promise<boolean> {
  const endsAtSeconds = expirySeconds(now, SESSION_SECONDS);
  const Item = {
    ...keys.session(tokenHash),
    gsi1pk: sessionsOf(user.id),
    gsi1sk: tokenHash,
    user,
    usedAtSeconds: expirySeconds(now, 0),
    expiresAtSeconds: idleExpirySeconds({ endsAtSeconds }, now),
    endsAtSeconds,
  };
  const reference = { ...keys.sessionOf(user.id, tokenHash), expiresAtSeconds: endsAtSeconds };
  try {
    await transact([
      activePersonCondition(`user:${user.id}`),
      { Put: { TableName: tableName(), Item } },
      { Put: { TableName: tableName(), Item: reference } },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}

/**
 * A session; undefined if there is none or it has expired. DynamoDB deletes expired rows late, so the time is
 * checked here.
 */
export async function getSession(tokenHash: string, now: Date): Promise<Session | undefined> {
  const row = await getRow(keys.session(tokenHash));
  if (!row) return undefined;
  const { user, usedAtSeconds, expiresAtSeconds, endsAtSeconds } = sessionRow.parse(row);
  if (expiresAtSeconds * 1000 <= now.getTime()) return undefined;
  return {
    tokenHash,
    user,
    usedAtSeconds,
    expiresAtSeconds,
    endsAtSeconds: endsAtSeconds ?? expiresAtSeconds,
  };
}

/**
 * Records that a session is used. Of several at once, one writes; a session that has ended stays so.
 * @returns until when it lasts without further use, in seconds since 1970
 */
export async function recordUse(session: Session, now: Date): Promise<number> {
  const expiresAtSeconds = idleExpirySeconds(session, now);
  await updateRow(keys.session(session.tokenHash), {
    UpdateExpression: 'SET usedAtSeconds = :now, expiresAtSeconds = :expiry, endsAtSeconds = :end',
    ConditionExpression: 'attribute_exists(pk) AND expiresAtSeconds = :seen',
    ExpressionAttributeValues: {
      ':now': expirySeconds(now, 0),
      ':expiry': expiresAtSeconds,
      ':end': session.endsAtSeconds,
      ':seen': session.expiresAtSeconds,
    },
  });
  return expiresAtSeconds;
}

const endedRow = z.object({ user: z.object({ id: z.string() }) });

/** Ends a session. Safe to repeat. */
export async function deleteSession(tokenHash: string): Promise<void> {
  const { Attributes } = await dynamoClient().send(
    new DeleteCommand({ TableName: tableName(), Key: keys.session(tokenHash), ReturnValues: 'ALL_OLD' }),
  );
  if (!Attributes) return;
  const { user } = endedRow.parse(Attributes);
  // Without it, a row would go on naming a session that is over; it expires with it at the latest.
  await dynamoClient().send(
    new DeleteCommand({ TableName: tableName(), Key: keys.sessionOf(user.id, tokenHash) }),
  );
}

/** Signs a user out everywhere: no session that exists now works any more. Safe to repeat. */
export async function deleteSessions(userId: string): Promise<void> {
  const references = await queryKeys({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sessions)',
    ExpressionAttributeValues: { ':pk': keys.user(userId).pk, ':sessions': ALL_SESSIONS },
    ConsistentRead: true,
  });
  const older = await queryKeys({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': sessionsOf(userId) },
  });
  const named = references.map(({ sk }) => keys.session(nameIn(sk)));
  const known = new Set(named.map(({ pk }) => pk));
  const all = [...named, ...older.filter(({ pk }) => !known.has(pk))];
  await deleteRows(all);
  // Last: a repeated call still finds what is left.
  await deleteRows(references);
}
