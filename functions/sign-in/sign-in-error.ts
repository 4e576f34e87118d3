import {
  FetchError,
  JwkValidationError,
  JwksValidationError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error';
import * as client from 'openid-client';

/**
 * Why a sign-in failed. `cancelled`: the person declined. `stale`: the state, verifier or code does not
 * belong to this sign-in, is used up or too old; starting again helps. `unreachable`: the provider or its
 * keys could not be reached, or its answer violates the protocol; trying later may help. `untrusted`: the
 * token is not the provider's, not for us, or not for this sign-in.
 */
export type SignInFailure = 'cancelled' | 'stale' | 'unreachable' | 'untrusted';

/** A failed sign-in. Its message carries no code, token or address; its cause may. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, cause: unknown) {
    super(`Sign-in failed: ${failure}.`, { cause });
    this.failure = failure;
  }
}

/** What openid-client's error codes mean here. Any other is an answer that violates the protocol. */
const byCode: Readonly<Record<string, SignInFailure>> = {
  // The callback lacks its code, or carries another state than the one that was sent.
  OAUTH_INVALID_RESPONSE: 'stale',
  // Issuer, audience or nonce of the token.
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'untrusted',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'untrusted',
};

/** Classifies what openid-client throws while it reads the callback and exchanges the code. */
export function exchangeFailure(error: unknown): SignInError {
  if (error instanceof client.AuthorizationResponseError) {
    return new SignInError(error.error === 'access_denied' ? 'cancelled' : 'unreachable', error);
  }
  if (error instanceof client.ResponseBodyError) {
    return new SignInError(error.error === 'invalid_grant' ? 'stale' : 'unreachable', error);
  }
  const code = error instanceof client.ClientError ? error.code : undefined;
  return new SignInError(byCode[code ?? ''] ?? 'unreachable', error);
}

const keyFailures = [FetchError, JwksValidationError, JwkValidationError, WaitPeriodNotYetEndedJwkError];

/** Classifies what aws-jwt-verify throws while it checks a token. */
export function verificationFailure(error: unknown): SignInError {
  const isAboutKeys = keyFailures.some((kind) => error instanceof kind);
  return new SignInError(isAboutKeys ? 'unreachable' : 'untrusted', error);
}
