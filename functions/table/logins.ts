import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamoClient } from '../aws/clients.ts';
import { tableName } from './dynamo.ts';
import { keys } from './keys.ts';

const loginRow = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  expiresAtSeconds: z.number(),
});
export type LoginRecord = z.output<typeof loginRow>;

/** Stores a sign-in that has begun, under the hash of the browser's login cookie. */
export async function createLogin(cookieHash: string, login: LoginRecord): Promise<void> {
  await dynamoClient().send(
    new PutCommand({ TableName: tableName(), Item: { ...keys.login(cookieHash), ...login } }),
  );
}

/**
 * Takes a sign-in out of the table, so that it can be finished only once.
 * @returns undefined if there is none or it has expired
 */
export async function takeLogin(cookieHash: string, now: Date): Promise<LoginRecord | undefined> {
  const { Attributes } = await dynamoClient().send(
    new DeleteCommand({ TableName: tableName(), Key: keys.login(cookieHash), ReturnValues: 'ALL_OLD' }),
  );
  if (!Attributes) return undefined;
  const login = loginRow.parse(Attributes);
  return login.expiresAtSeconds * 1000 > now.getTime() ? login : undefined;
}
