import { jwksUri, signInUrl, siteUrl } from '../aws/addresses.ts';
import { userPoolClientId, userPoolId } from '../aws/settings.ts';

/** Where people sign in, and where they come back to. */
export type SignInConfig = {
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** The base of Cognito's domain: `https://….auth.us-east-1.amazoncognito.com`. */
  readonly signInUrl: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Where the provider's signing keys are. */
  readonly jwksUri: string;
};

/**
 * Reads the configuration from the environment.
 * @throws Error naming the variable if one is missing or malformed
 */
export function readSignInConfig(): SignInConfig {
  return {
    siteUrl: siteUrl(),
    signInUrl: signInUrl(),
    userPoolId: userPoolId(),
    userPoolClientId: userPoolClientId(),
    jwksUri: jwksUri(),
  };
}

/** The one redirect URI of the sign-in client. Providers compare it character by character. */
export function callbackUrl(siteUrl: string): string {
  return `${siteUrl}/api/login/callback`;
}

/** The one address that sign-out may return to. Providers compare it character by character. */
export function signedOutUrl(siteUrl: string): string {
  return `${siteUrl}/`;
}
