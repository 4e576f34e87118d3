import { setting } from '../aws/settings.ts';

/** Where people sign in, and where they come back to. */
export type SignInConfig = {
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** The base of Cognito's domain: `https://….auth.us-east-1.amazoncognito.com`. */
  readonly signInUrl: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Only where the signing keys are not at the issuer's own address. */
  readonly jwksUri?: string | undefined;
};

/**
 * The configuration as the environment gives it.
 * @throws Error naming the variable, where one is missing.
 */
export function readSignInConfig(): SignInConfig {
  return {
    siteUrl: setting('SITE_URL'),
    signInUrl: setting('SIGN_IN_URL'),
    userPoolId: setting('USER_POOL_ID'),
    userPoolClientId: setting('USER_POOL_CLIENT_ID'),
    jwksUri: setting('JWKS_URI'),
  };
}

/** The one redirect URI of the sign-in client. Providers compare it letter by letter. */
export function callbackUrl(siteUrl: string): string {
  return `${siteUrl}/api/login/callback`;
}

/** The one address that sign-out may return to. Providers compare it letter by letter. */
export function signedOutUrl(siteUrl: string): string {
  return `${siteUrl}/`;
}

/**
 * Checks that an address may be spoken to: https anywhere, http only on this machine, so that a
 * mistaken setting cannot send codes or fetch keys over an open network.
 * @throws Error without the address in it.
 */
export function requireSafeUrl(address: string): URL {
  const url = new URL(address);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) return url;
  throw new Error('The identity provider must be reached by https, or by http on this machine.');
}
