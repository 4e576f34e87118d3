import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamoClient } from '../aws/clients.ts';
import { getRow, tableName } from './dynamo.ts';
import { type UserRecord, userRow } from './person-row.ts';
import { keys, sessionsOf } from './keys.ts';
import { queryKeys } from './query-rows.ts';

const sessionRow = z.object({ user: userRow, expiresAtSeconds: z.number() });

/** Stores a session under its token's hash. No condition: hashes of 32 random bytes do not collide. */
export async function createSession(session: {
  tokenHash: string;
  user: UserRecord;
  expiresAtSeconds: number;
}): Promise<void> {
  await dynamoClient().send(
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

/**
 * The user of a session; undefined if there is none or it has expired. DynamoDB deletes expired rows late, so
 * the time is checked here.
 */
export async function getSessionUser(tokenHash: string, now: Date): Promise<UserRecord | undefined> {
  const row = await getRow(keys.session(tokenHash));
  if (!row) return undefined;
  const session = sessionRow.parse(row);
  return session.expiresAtSeconds * 1000 > now.getTime() ? session.user : undefined;
}

/** Ends a session. Safe to repeat. */
export async function deleteSession(tokenHash: string): Promise<void> {
  await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key: keys.session(tokenHash) }));
}

/** Signs a user out everywhere. */
export async function deleteSessions(userId: string): Promise<void> {
  const open = () =>
    queryKeys({
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': sessionsOf(userId) },
    });
  // Until none is found: the index lags a little behind the table.
  for (let found = await open(); found.length > 0; found = await open()) {
    for (const Key of found) await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key }));
  }
}
