import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { type AwsJsonAnswer, awsJsonFailure, serveAwsJson } from '../aws-protocol/aws-json.ts';
import type { SignatureRules } from '../aws-protocol/verify-signature.ts';
import type { Accounts } from './accounts.ts';
import { USER_POOL_ID } from './cognito-pool.ts';

/** The one operation that functions use. */
export const ADMIN_OPERATION = 'AdminDeleteUser';

const deletion = z.object({
  UserPoolId: z.string(),
  Username: z.string().check(z.minLength(1)),
});

/**
 * Cognito's admin API, as the SDK's client calls it. Source: Amazon Cognito user pools API Reference, and AWS
 * JSON 1.1.
 */
export function createAdminApi(accounts: Accounts, rules: SignatureRules): RequestListener {
  return serveAwsJson(rules, {
    service: 'cognito-idp',
    targetPrefix: 'AWSCognitoIdentityProviderService',
    name: ADMIN_OPERATION,
    unsigned: 'The request is not signed by who may manage accounts.',
    answer: (input) => deleteUser(accounts, input),
  });
}

async function deleteUser(accounts: Accounts, input: unknown): Promise<AwsJsonAnswer> {
  const request = deletion.safeParse(input);
  if (!request.success)
    return awsJsonFailure('InvalidParameterException', 'The pool or the name is missing.');
  const { UserPoolId, Username } = request.data;
  if (UserPoolId !== USER_POOL_ID)
    return awsJsonFailure('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`);
  const isGone = await accounts.remove(Username);
  return isGone ? { status: 200, body: {} } : awsJsonFailure('UserNotFoundException', 'User does not exist.');
}
