import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PendingLogin } from '../../functions/sign-in/login-cookie.ts';
import { callbackUrl, signedOutUrl, type SignInConfig } from '../../functions/sign-in/sign-in-config.ts';
import { beginSignIn, finishSignIn, signOutUrl } from '../../functions/sign-in/sign-in-flow.ts';
import { startCognito, type LocalCognito } from '../../infra/local/cognito/start-cognito.ts';
import { newCognitoFolder } from './cognito-folder.ts';
import { CognitoBrowser, withoutPrompt, type Shown } from './cognito-browser.ts';

const site = 'http://localhost:49990';
const clientId = 'local-client';
const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };

let dataDir: string;
let identity: LocalCognito;
let config: SignInConfig;
let logged: string[];
let clock: Date;

async function start(): Promise<void> {
  identity = await startCognito({
    dataDir,
    accessKey: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    clientId,
    callbackUrl: callbackUrl(site),
    logoutUrl: signedOutUrl(site),
    log: (line) => logged.push(line),
    now: () => clock,
  });
  config = {
    siteUrl: site,
    signInUrl: identity.url,
    userPoolId: identity.userPoolId,
    userPoolClientId: clientId,
    jwksUri: identity.jwksUri,
  };
}

beforeEach(async () => {
  dataDir = await newCognitoFolder();
  logged = [];
  clock = new Date();
  await start();
});

afterEach(async () => {
  await identity.close();
  await rm(dataDir, { recursive: true, force: true });
  if (logged.length > 0) throw new Error(`The server logged: ${logged.join('; ')}`);
});

type Begun = { browser: CognitoBrowser; page: Shown; pendingLogin: PendingLogin };

async function begin(browser = new CognitoBrowser(site)): Promise<Begun> {
  const { redirectUrl, pendingLogin } = await beginSignIn({ config, returnTo: '/event/evt_1' });
  return { browser, pendingLogin, page: await browser.visit(withoutPrompt(redirectUrl)) };
}

async function signIn(fields: Record<string, string>, browser?: CognitoBrowser) {
  const begun = await begin(browser);
  const back = await begun.browser.submit(begun.page, fields);
  const tokens: Record<string, string> = {};
  const person = await finishSignIn({
    config,
    currentUrl: back.url,
    pendingLogin: begun.pendingLogin,
    fetch: async (url, options) => {
      const reply = await fetch(url, options);
      Object.assign(tokens, await reply.clone().json());
      return reply;
    },
  });
  return { ...begun, back, person, tokens };
}

const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function waiting(): Promise<{ currentUrl: URL; pendingLogin: PendingLogin }> {
  const { browser, page, pendingLogin } = await begin();
  return { currentUrl: (await browser.submit(page, ada)).url, pendingLogin };
}

describe('signing in', () => {
  test('goes from authorize to page, form, callback, tokens and a verified person', async () => {
    const { page, back, person, pendingLogin } = await signIn({ ...ada, email: ' Ada@Example.com ' });
    expect(page.url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\/[\w-]+$/);
    expect(page.status).toBe(200);
    expect(back.url.origin + back.url.pathname).toBe(callbackUrl(site));
    // Cognito sends exactly these two.
    expect([...back.url.searchParams.keys()].toSorted()).toEqual(['code', 'state']);
    expect(back.url.searchParams.get('state')).toBe(pendingLogin.state);
    expect(person).toEqual({ ...ada, sub: expect.stringMatching(/^[\da-f-]{36}$/) });
  });

  test('tokens have the shape of Cognito’s', async () => {
    const { tokens, person } = await signIn(ada);
    expect(Object.keys(tokens).toSorted()).toEqual(['access_token', 'expires_in', 'id_token', 'token_type']);
    const claims = claimsOf(tokens['id_token']);
    expect(claims).toMatchObject({
      iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_LocalDev1',
      sub: person.sub,
      aud: clientId,
      token_use: 'id',
      'cognito:username': person.sub,
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
      auth_time: expect.any(Number),
    });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(300);
  });

  test('a signed-in browser is not asked again', async () => {
    const { browser, person } = await signIn(ada);
    const { redirectUrl, pendingLogin } = await beginSignIn({ config, returnTo: '/' });
    const back = await browser.visit(withoutPrompt(redirectUrl));
    expect(back.trail).toHaveLength(2);
    expect(await finishSignIn({ config, currentUrl: back.url, pendingLogin })).toEqual(person);
  });

  test('the product has everybody asked, whom the pool takes for signed in as well', async () => {
    const { browser } = await signIn(ada);
    const { redirectUrl } = await beginSignIn({ config, returnTo: '/' });
    expect((await browser.visit(redirectUrl)).url.pathname).toMatch(/^\/login\//);
  });

  test('signing out shows the page again, with the account as a button; a new address is another person', async () => {
    const { browser, person } = await signIn(ada);
    const out = await browser.visit(signOutUrl({ config }));
    expect(out.url.href).toBe(`${site}/`);
    const again = await begin(browser);
    expect(again.page.status).toBe(200);
    expect(again.page.body).toMatch(
      new RegExp(`<button class="account" name="account" value="${person.sub}">`),
    );
    const back = await browser.submit(again.page, { account: person.sub });
    expect(await finishSignIn({ config, currentUrl: back.url, pendingLogin: again.pendingLogin })).toEqual(
      person,
    );

    await browser.visit(signOutUrl({ config }));
    const other = await signIn({ email: 'grace@example.com', firstName: '', lastName: '' }, browser);
    expect(other.person).toMatchObject({ email: 'grace@example.com', firstName: null, lastName: null });
    expect(other.person.sub).not.toBe(person.sub);
  });

  test('stolen cookies are worthless after signing out', async () => {
    const { browser } = await signIn(ada);
    const taken = browser.copy();
    expect((await begin(taken.copy())).page.url.origin).toBe(site);
    await browser.visit(signOutUrl({ config }));
    expect((await begin(taken)).page.url.pathname).toMatch(/^\/login\//);
  });

  test('one e-mail address is one person, whose names can change; a blank name keeps the old one', async () => {
    const { person } = await signIn(ada);
    const renamed = await signIn({ email: 'ADA@example.com', firstName: 'Augusta', lastName: '' });
    expect(renamed.person).toEqual({ ...person, firstName: 'Augusta' });
  });

  test('many sign-ins at once lose no account', async () => {
    const signed = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        signIn({ email: `guest${at}@example.com`, firstName: `G${at}`, lastName: '' }),
      ),
    );
    const file = JSON.parse(await readFile(join(dataDir, 'identity', 'accounts.json'), 'utf8'));
    expect(file.accounts.map((one: { sub: string }) => one.sub).toSorted()).toEqual(
      signed.map(({ person }) => person.sub).toSorted(),
    );
  });
});

describe('a callback is refused with', () => {
  test('another state, and its code still works with the right one', async () => {
    const { currentUrl, pendingLogin } = await waiting();
    const foreign = { ...pendingLogin, state: 'x'.repeat(43) };
    await expect(finishSignIn({ config, currentUrl, pendingLogin: foreign })).rejects.toMatchObject({
      failure: 'stale',
    });
    await expect(finishSignIn({ config, currentUrl, pendingLogin })).resolves.toMatchObject(ada);
  });

  test('another nonce', async () => {
    const { currentUrl, pendingLogin } = await waiting();
    const foreign = { ...pendingLogin, nonce: 'x'.repeat(43) };
    await expect(finishSignIn({ config, currentUrl, pendingLogin: foreign })).rejects.toMatchObject({
      failure: 'untrusted',
    });
  });

  test('another verifier', async () => {
    const { currentUrl, pendingLogin } = await waiting();
    const foreign = { ...pendingLogin, codeVerifier: 'x'.repeat(43) };
    await expect(finishSignIn({ config, currentUrl, pendingLogin: foreign })).rejects.toMatchObject({
      failure: 'stale',
    });
  });

  test('a used code, and a made-up one', async () => {
    const { currentUrl, pendingLogin } = await waiting();
    await finishSignIn({ config, currentUrl, pendingLogin });
    await expect(finishSignIn({ config, currentUrl, pendingLogin })).rejects.toMatchObject({
      failure: 'stale',
    });
    currentUrl.searchParams.set('code', 'made-up');
    await expect(finishSignIn({ config, currentUrl, pendingLogin })).rejects.toMatchObject({
      failure: 'stale',
    });
  });

  test('a code that is older than five minutes', async () => {
    const { currentUrl, pendingLogin } = await waiting();
    clock = new Date(clock.getTime() + 301_000);
    await expect(finishSignIn({ config, currentUrl, pendingLogin })).rejects.toMatchObject({
      failure: 'stale',
    });
  });

  test('a token for another client, of another pool, or signed by somebody else', async () => {
    for (const foreign of [{ userPoolClientId: 'other' }, { userPoolId: 'us-east-1_Other1234' }]) {
      const { currentUrl, pendingLogin } = await waiting();
      const asked = { ...config, ...foreign };
      const passOn: typeof fetch = (url, options) => {
        const body = new URLSearchParams(options?.body as URLSearchParams);
        body.set('client_id', clientId);
        return fetch(url, { ...options, body });
      };
      const attempt = finishSignIn({ config: asked, currentUrl, pendingLogin, fetch: passOn });
      await expect(attempt).rejects.toMatchObject({ failure: 'untrusted' });
    }
    const { currentUrl, pendingLogin } = await waiting();
    const jwks = JSON.parse(await (await fetch(identity.jwksUri)).text());
    const [first, second] = jwks.keys;
    const swapped = {
      keys: [
        { ...second, kid: first.kid },
        { ...first, kid: second.kid },
      ],
    };
    const jwksFetcher = {
      fetch: async () => new TextEncoder().encode(JSON.stringify(swapped)).buffer,
    };
    const attempt = finishSignIn({ config, currentUrl, pendingLogin, jwksFetcher });
    await expect(attempt).rejects.toMatchObject({ failure: 'untrusted' });
  });

  test('keys that cannot be fetched, as unreachable', async () => {
    const { currentUrl, pendingLogin } = await waiting();
    const lost = { ...config, jwksUri: `${identity.url}/nothing-here` };
    await expect(finishSignIn({ config: lost, currentUrl, pendingLogin })).rejects.toMatchObject({
      failure: 'unreachable',
    });
  });
});

describe('the page', () => {
  test.each([
    ['no address', { ...ada, email: '' }, 'Enter your email address.'],
    ['blanks', { ...ada, email: '   ' }, 'Enter your email address.'],
    ['no @', { ...ada, email: 'ada.example.com' }, 'Enter an email address like name@example.com.'],
    [
      'two addresses',
      { ...ada, email: 'a@b.example, c@d.example' },
      'Enter an email address like name@example.com.',
    ],
    ['a very long name', { ...ada, firstName: 'A'.repeat(101) }, 'Use at most 100 characters.'],
  ])('says what is wrong with %s, and keeps what was typed', async (_name, fields, message) => {
    const { browser, page } = await begin();
    const shown = await browser.submit(page, fields);
    expect(shown.status).toBe(200);
    expect(shown.url.href).toBe(page.url.href);
    expect(shown.body).toContain(`role="alert">${message}</p>`);
    expect(shown.body.match(/aria-invalid="true"/g)).toHaveLength(1);
    for (const [name, value] of Object.entries(fields)) {
      expect(shown.body).toMatch(new RegExp(`name="${name}"\\s+type="\\w+"\\s+value="${value}"`));
    }
    const back = await browser.submit(shown, ada);
    expect(back.url.pathname).toBe('/api/login/callback');
  });

  test('says that an account is gone, or that a form is too large', async () => {
    const { browser, page } = await begin();
    const gone = await browser.submit(page, { account: 'somebody' });
    expect(gone.body).toContain('That account is no longer on this machine.');
    const huge = await browser.submit(page, { ...ada, email: 'a'.repeat(20_000) });
    expect(huge.body).toContain('That was too much text for this form.');
  });

  test('accepts only the browser that began, and only its own form', async () => {
    const { browser, page } = await begin();
    expect((await new CognitoBrowser(site).visit(page.url)).status).toBe(404);
    const foreign = await browser.submit(page, ada, 'https://evil.example');
    expect(foreign.status).toBe(403);
    const { browser: other } = await begin();
    expect((await other.submit(page, ada)).status).toBe(404);
    expect(await readdir(join(dataDir, 'identity'))).toEqual(['keys.json']);
  });

  test('expires when it was used, or after an hour', async () => {
    const { browser, page } = await signIn(ada);
    const over = await browser.visit(page.url);
    expect(over.status).toBe(404);
    expect(over.body).toContain(`href="${site}/api/login"`);
    const late = await begin();
    clock = new Date(clock.getTime() + 3_601_000);
    expect((await late.browser.submit(late.page, ada)).status).toBe(404);
  });

  test('is never cached or framed, and tells other sites no referrer', async () => {
    const { page } = await begin();
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });
});

describe('the server refuses', () => {
  async function authorize(change: Record<string, string | undefined>): Promise<Shown> {
    const url = new URL((await beginSignIn({ config, returnTo: '/' })).redirectUrl);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return new CognitoBrowser(site).visit(url);
  }

  test.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/api/login/callback' }],
    ['a longer redirect URI', { redirect_uri: `${callbackUrl(site)}/more` }],
    ['a redirect URI with a query', { redirect_uri: `${callbackUrl(site)}?x=1` }],
    ['another port', { redirect_uri: 'http://localhost:49991/api/login/callback' }],
    ['another client', { client_id: 'other' }],
  ])('%s, on its own page', async (_name, change) => {
    const shown = await authorize(change);
    expect(shown.status).toBe(400);
    expect(shown.body).toContain('Sign-in could not begin');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s, back at the client', async (_name, change, error) => {
    const shown = await authorize(change);
    expect(shown.url.origin).toBe(site);
    // A response type that answers in the fragment is refused there as well.
    const told = new URLSearchParams(`${shown.url.search.slice(1)}&${shown.url.hash.slice(1)}`);
    expect(told.get('error')).toBe(error);
    for (const name of ['code', 'access_token', 'id_token']) expect(told.get(name)).toBeNull();
  });

  test.each([
    ['another address to come back to', { client_id: clientId, logout_uri: 'https://evil.example/' }],
    ['an address that begins alike', { client_id: clientId, logout_uri: `${site}/x` }],
    ['another client', { client_id: 'other', logout_uri: `${site}/` }],
    ['nothing', {}],
  ])('to sign out with %s, and keeps the session', async (_name, query) => {
    const { browser } = await signIn(ada);
    const shown = await browser.visit(`${identity.url}/logout?${new URLSearchParams(query).toString()}`);
    expect(shown.status).toBe(400);
    expect((await begin(browser)).page.url.origin).toBe(site);
  });

  test('requests for another host name than its own', async () => {
    const { port } = new URL(identity.url);
    const status = await new Promise((resolve) => {
      request(
        { port, host: '127.0.0.1', path: '/oauth2/authorize', headers: { host: 'rebound.example' } },
        (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        },
      ).end();
    });
    expect(status).toBe(421);
  });
});

test('the pool has two public keys, without their private parts', async () => {
  const { keys } = (await (await fetch(identity.jwksUri)).json()) as { keys: Record<string, unknown>[] };
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test.each([
  '/oauth2/userInfo',
  '/us-east-1_LocalDev1/.well-known/openid-configuration',
  '/.well-known/openid-configuration',
])('%s does not exist', async (path) => {
  expect((await fetch(identity.url + path)).status).toBe(404);
});

describe('after a restart', () => {
  test('accounts and keys are the same, and old tokens still verify', async () => {
    const { person, tokens } = await signIn(ada);
    const keysBefore = await (await fetch(identity.jwksUri)).text();
    await identity.close();
    await start();
    expect(await (await fetch(identity.jwksUri)).text()).toBe(keysBefore);
    const { browser, page, pendingLogin } = await begin();
    expect(page.body).toContain('ada@example.com');
    const back = await browser.submit(page, { account: person.sub });
    expect(await finishSignIn({ config, currentUrl: back.url, pendingLogin })).toEqual(person);
    const verifier = CognitoJwtVerifier.create({ userPoolId: identity.userPoolId, clientId, tokenUse: 'id' });
    verifier.cacheJwks(JSON.parse(keysBefore));
    await verifier.verify(tokens['id_token'] ?? '');
  });

  test('a page that was open before is not found', async () => {
    const { browser, page } = await begin();
    await identity.close();
    await start();
    const reopened = { ...page, url: new URL(page.url.pathname, identity.url) };
    expect((await browser.submit(reopened, ada)).status).toBe(404);
  });

  test('the files belong to their owner alone, and none is half-written', async () => {
    await signIn(ada);
    const folder = join(dataDir, 'identity');
    expect((await readdir(folder)).toSorted()).toEqual(['accounts.json', 'keys.json']);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  test.each(['accounts.json', 'keys.json'])('a damaged %s is named, not overwritten', async (name) => {
    await signIn(ada);
    const path = join(dataDir, 'identity', name);
    await writeFile(path, '{"accounts":[{');
    await expect(start()).rejects.toThrow(`${path} is damaged. Delete it to start with a new one.`);
    expect(await readFile(path, 'utf8')).toBe('{"accounts":[{');
  });
});
