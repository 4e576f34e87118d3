import { CognitoJwtVerifier } from 'aws-jwt-verify';
import type { Fetcher } from 'aws-jwt-verify/https';
import * as client from 'openid-client';
import type { PendingLogin } from './login-cookie.ts';
import { readProfile, type SignedInPerson } from './profile.ts';
import { safeReturnTo } from './return-to.ts';
import { callbackUrl, signedOutUrl, type SignInConfig } from './sign-in-config.ts';
import { exchangeFailure, SignInError, verificationFailure } from './sign-in-error.ts';
import { verifyIdToken } from './verify-id-token.ts';

/** How long the provider may take to answer. */
const TIMEOUT_SECONDS = 5;

/**
 * Starts a sign-in: where to send the browser, and what it keeps until the callback. Authorization code flow
 * with PKCE (RFC 7636), state and nonce.
 * @param input `returnTo`: anything that a browser may have sent
 */
export async function beginSignIn(input: {
  config: SignInConfig;
  returnTo: unknown;
}): Promise<{ redirectUrl: string; pendingLogin: PendingLogin }> {
  const pendingLogin: PendingLogin = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    returnTo: safeReturnTo(input.returnTo),
  };
  const redirectUrl = client.buildAuthorizationUrl(provider(input.config), {
    redirect_uri: callbackUrl(input.config.siteUrl),
    scope: 'openid email profile',
    state: pendingLogin.state,
    nonce: pendingLogin.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pendingLogin.codeVerifier),
    code_challenge_method: 'S256',
    // Whoever signs in proves who they are: a provider's session that outlived ours would bring back what was ended
    // everywhere. Source: OpenID Connect Core 1.0, 3.1.2.1.
    prompt: 'login',
  });
  return { redirectUrl: redirectUrl.href, pendingLogin };
}

/**
 * Finishes a sign-in: exchanges the code for tokens and returns the person whom the id token names, once its
 * signature, issuer, audience, expiry, use and nonce are checked. Only the query of `currentUrl` is read. No
 * callback works twice: the provider takes a code once (RFC 6749, 4.1.2).
 * @throws SignInError
 */
export async function finishSignIn(input: {
  config: SignInConfig;
  currentUrl: string | URL;
  pendingLogin: Pick<PendingLogin, 'state' | 'nonce' | 'codeVerifier'>;
  fetch?: typeof globalThis.fetch;
  jwksFetcher?: Fetcher;
}): Promise<SignedInPerson> {
  const { config, pendingLogin } = input;
  const idToken = await exchangeCode(provider(config, input.fetch), {
    // Behind CloudFront a function sees another host; the redirect URI must be the one that sign-in began
    // with.
    wayBack: new URL(callbackUrl(config.siteUrl) + new URL(input.currentUrl).search),
    pendingLogin,
  });
  const claims = await verifyIdToken(idToken, { config, fetcher: input.jwksFetcher }).catch(
    (error: unknown) => {
      throw verificationFailure(error);
    },
  );
  const person = readProfile(claims);
  if (person === undefined)
    throw new SignInError('untrusted', 'The id token lacks a sub or an e-mail address.');
  return person;
}

/** Where to send the browser to end the provider's session as well. It comes back to the site's home page. */
export function signOutUrl(input: { config: SignInConfig }): string {
  const url = new URL('/logout', input.config.signInUrl);
  url.searchParams.set('client_id', input.config.userPoolClientId);
  url.searchParams.set('logout_uri', signedOutUrl(input.config.siteUrl));
  return url.href;
}

async function exchangeCode(
  configuration: client.Configuration,
  from: { wayBack: URL; pendingLogin: Pick<PendingLogin, 'state' | 'nonce' | 'codeVerifier'> },
): Promise<string> {
  try {
    const tokens = await client.authorizationCodeGrant(configuration, from.wayBack, {
      expectedState: from.pendingLogin.state,
      expectedNonce: from.pendingLogin.nonce,
      pkceCodeVerifier: from.pendingLogin.codeVerifier,
      idTokenExpected: true,
    });
    return tokens.id_token ?? '';
  } catch (error) {
    throw exchangeFailure(error);
  }
}

/**
 * Cognito's metadata, written down instead of discovered: its discovery document is on the issuer's domain,
 * the endpoints on the user pool's, and a starting function should not have to fetch it.
 */
function provider(config: SignInConfig, fetch?: typeof globalThis.fetch): client.Configuration {
  const base = new URL(config.signInUrl);
  const server: client.ServerMetadata = {
    issuer: CognitoJwtVerifier.parseUserPoolId(config.userPoolId).issuer,
    authorization_endpoint: new URL('/oauth2/authorize', base).href,
    token_endpoint: new URL('/oauth2/token', base).href,
  };
  const configuration = new client.Configuration(server, config.userPoolClientId, undefined, client.None());
  configuration.timeout = TIMEOUT_SECONDS;
  // The library refuses http everywhere; the setting allows it on this machine only.
  if (base.protocol === 'http:') client.allowInsecureRequests(configuration);
  if (fetch !== undefined) {
    configuration[client.customFetch] = (url, options) => fetch(url, options);
  }
  return configuration;
}
