import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { beginSignIn, finishSignIn, signOutUrl } from '../../../functions/sign-in/sign-in-flow.ts';

const config = {
  siteUrl: 'https://photos.example',
  signInUrl: 'https://photos.auth.us-east-1.amazoncognito.com',
  userPoolId: 'us-east-1_AbCdEf123',
  userPoolClientId: 'client-1',
  jwksUri: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123/.well-known/jwks.json',
};
const pendingLogin = { state: 'state-1', nonce: 'nonce-1', codeVerifier: 'v'.repeat(43) };
const wayBack = 'https://photos.example/api/login/callback?code=code-1&state=state-1';

const unreachable = (): never => {
  throw new Error('No request was expected.');
};
const answering =
  (body: unknown, status = 200): typeof fetch =>
  async () =>
    Response.json(body, { status });

describe('beginSignIn', () => {
  test('goes to Cognito with PKCE, state and nonce, and keeps what the way back is held against', async () => {
    const { redirectUrl, pendingLogin: row } = await beginSignIn({ config, returnTo: '/event/evt_1' });
    const url = new URL(redirectUrl);
    expect(url.origin + url.pathname).toBe(`${config.signInUrl}/oauth2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: 'https://photos.example/api/login/callback',
      scope: 'openid email profile',
      state: row.state,
      nonce: row.nonce,
      code_challenge: createHash('sha256').update(row.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      prompt: 'login',
    });
    expect(row.returnTo).toBe('/event/evt_1');
    for (const secret of [row.state, row.nonce, row.codeVerifier]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(new Set([row.state, row.nonce, row.codeVerifier]).size).toBe(3);
  });

  test('two sign-ins share nothing', async () => {
    const [one, two] = await Promise.all([
      beginSignIn({ config, returnTo: '/' }),
      beginSignIn({ config, returnTo: '/' }),
    ]);
    expect(one.pendingLogin.state).not.toBe(two.pendingLogin.state);
    expect(one.pendingLogin.nonce).not.toBe(two.pendingLogin.nonce);
    expect(one.pendingLogin.codeVerifier).not.toBe(two.pendingLogin.codeVerifier);
  });

  test('does not keep a return to another site', async () => {
    const { pendingLogin: row } = await beginSignIn({ config, returnTo: '//evil.example' });
    expect(row.returnTo).toBe('/');
  });
});

describe('finishSignIn', () => {
  test('asks for tokens with the verifier and the redirect URI that it began with, whatever host a function sees', async () => {
    const requests: { url: unknown; body: unknown }[] = [];
    const fetch: typeof globalThis.fetch = async (url, options) => {
      requests.push({ url, body: options?.body });
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    };
    const seen =
      'https://abc.execute-api.us-east-1.amazonaws.com/api/login/callback?code=code-1&state=state-1';
    await expect(finishSignIn({ config, currentUrl: seen, pendingLogin, fetch })).rejects.toMatchObject({
      failure: 'stale',
    });
    expect(requests.map(({ url }) => url)).toEqual([`${config.signInUrl}/oauth2/token`]);
    expect(Object.fromEntries(requests[0]?.body as URLSearchParams)).toEqual({
      grant_type: 'authorization_code',
      client_id: 'client-1',
      code: 'code-1',
      code_verifier: pendingLogin.codeVerifier,
      redirect_uri: 'https://photos.example/api/login/callback',
    });
  });

  test.each([
    ['another state', '?code=code-1&state=state-2', 'stale'],
    ['no state', '?code=code-1', 'stale'],
    ['two states', '?code=code-1&state=state-1&state=state-1', 'stale'],
    ['no code', '?state=state-1', 'stale'],
    ['another issuer', '?code=code-1&state=state-1&iss=https://evil.example', 'stale'],
    ['a refusal by the person', '?error=access_denied&state=state-1', 'cancelled'],
    ['trouble at the provider', '?error=server_error&state=state-1', 'unreachable'],
    ['a refusal of another sign-in', '?error=access_denied&state=state-2', 'stale'],
  ])('%s is refused before any request', async (_name, query, failure) => {
    const currentUrl = `https://photos.example/api/login/callback${query}`;
    const attempt = finishSignIn({ config, currentUrl, pendingLogin, fetch: unreachable });
    await expect(attempt).rejects.toMatchObject({ name: 'SignInError', failure });
  });

  test.each<[string, typeof fetch, string]>([
    ['a used code', answering({ error: 'invalid_grant' }, 400), 'stale'],
    ['an unknown client', answering({ error: 'invalid_client' }, 400), 'unreachable'],
    ['a broken provider', answering('oops', 500), 'unreachable'],
    ['an answer without tokens', answering({}), 'stale'],
    ['an answer that is a page', async () => new Response('<html>'), 'unreachable'],
    [
      'no network',
      async () => {
        throw new TypeError('fetch failed');
      },
      'unreachable',
    ],
  ])('%s', async (_name, fetch, failure) => {
    const attempt = finishSignIn({ config, currentUrl: wayBack, pendingLogin, fetch });
    await expect(attempt).rejects.toMatchObject({ name: 'SignInError', failure });
  });

  test('a failure names no code, token or address', async () => {
    const attempt = finishSignIn({
      config,
      currentUrl: wayBack,
      pendingLogin,
      fetch: answering({ error: 'x' }, 400),
    });
    await expect(attempt).rejects.toThrow(/^Sign-in failed: unreachable\.$/);
  });
});

test('sign-out ends the provider’s session, too, and comes back to the front page', () => {
  const url = new URL(signOutUrl({ config }));
  expect(url.origin + url.pathname).toBe(`${config.signInUrl}/logout`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'client-1',
    logout_uri: 'https://photos.example/',
  });
});
