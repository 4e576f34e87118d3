import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError } from 'aws-jwt-verify/error';
import type { Fetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { untilDeadline } from '../aws/deadline.ts';
import { withRetry } from '../aws/retry.ts';
import type { SignInConfig } from './sign-in-config.ts';

type Claims = Readonly<Record<string, unknown>>;
type Verify = (idToken: string) => Promise<Claims>;

/** How long fetching the provider's keys may take. */
const KEYS_TIMEOUT_MS = 3000;

// One verifier per configuration for the life of the process, so that keys are not fetched for each sign-in.
const verifiers = new Map<string, Verify>();

/**
 * Checks an id token of Amazon Cognito: signature, issuer, audience, expiry and `token_use`. `fetcher`
 * replaces the download of the keys, and with it the cache of earlier ones.
 * @returns its claims
 * @throws the errors of aws-jwt-verify; `verificationFailure` classifies them
 */
export function verifyIdToken(
  idToken: string,
  from: { config: SignInConfig; fetcher?: Fetcher },
): Promise<Claims> {
  if (from.fetcher !== undefined) return verifier(from.config, from.fetcher)(idToken);
  const { userPoolId, userPoolClientId, jwksUri } = from.config;
  const key = JSON.stringify([userPoolId, userPoolClientId, jwksUri]);
  const known = verifiers.get(key) ?? verifier(from.config, keyFetcher(jwksUri));
  verifiers.set(key, known);
  return known(idToken);
}

function verifier(config: SignInConfig, fetcher: Fetcher): Verify {
  const cognito = CognitoJwtVerifier.create(
    { userPoolId: config.userPoolId, clientId: config.userPoolClientId, tokenUse: 'id' },
    { jwksCache: new SimpleJwksCache({ fetcher }) },
  );
  return (idToken) => cognito.verify(idToken);
}

/** Fetches the keys from `jwksUri`, not from the URL that follows from the issuer's name. */
function keyFetcher(jwksUri: string): Fetcher {
  return {
    async fetch(): Promise<ArrayBuffer> {
      try {
        return await withRetry(() => fetchKeys(jwksUri));
      } catch (cause) {
        throw new FetchError(jwksUri, cause);
      }
    },
  };
}

async function fetchKeys(jwksUri: string): Promise<ArrayBuffer> {
  const signal = untilDeadline(AbortSignal.timeout(KEYS_TIMEOUT_MS));
  const reply = await fetch(jwksUri, { signal, redirect: 'error' });
  if (!reply.ok)
    throw Object.assign(new Error(`The keys were answered with status ${reply.status}.`), {
      $metadata: { httpStatusCode: reply.status },
    });
  return reply.arrayBuffer();
}
