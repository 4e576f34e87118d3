import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { signatureProblem, type SignatureRules } from '../process/verify-signature.ts';
import type { Accounts } from './accounts.ts';
import { USER_POOL_ID } from './cognito-pool.ts';

type Answer = { readonly status: number; readonly body: object };

/** The one operation that functions use. */
export const ADMIN_OPERATION = 'AdminDeleteUser';

const target = `AWSCognitoIdentityProviderService.${ADMIN_OPERATION}`;
const deletion = z.object({
  UserPoolId: z.string(),
  Username: z.string().check(z.minLength(1)),
});

/**
 * Cognito's admin API, as the SDK's client calls it. Source: Amazon Cognito user pools API Reference, and AWS
 * JSON 1.1.
 */
export function createAdminApi(accounts: Accounts, rules: SignatureRules): RequestListener {
  return (request, response) => {
    void answer(request, { accounts, rules }).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(JSON.stringify(body));
      },
      () => response.destroy(),
    );
  };
}

async function answer(
  request: IncomingMessage,
  { accounts, rules }: { accounts: Accounts; rules: SignatureRules },
): Promise<Answer> {
  const body = await text(request);
  const problem = await signatureProblem(request, body, { ...rules, service: 'cognito-idp' });
  if (problem) return failure(problem, 'The request is not signed by who may manage accounts.');
  if (request.method !== 'POST' || request.headers['x-amz-target'] !== target)
    return failure('UnknownOperationException', `Only ${ADMIN_OPERATION} is known here.`);
  const asked = deletion.safeParse(parsed(body));
  if (!asked.success) return failure('InvalidParameterException', 'The pool or the name is missing.');
  const { UserPoolId, Username } = asked.data;
  if (UserPoolId !== USER_POOL_ID)
    return failure('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`);
  const isGone = await accounts.remove(Username);
  return isGone ? { status: 200, body: {} } : failure('UserNotFoundException', 'User does not exist.');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function failure(type: string, message: string): Answer {
  return { status: 400, body: { __type: type, message } };
}
