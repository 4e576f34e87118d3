import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callbackUrl, signedOutUrl, type SignInConfig } from '../../functions/sign-in/sign-in-config.ts';
import { beginSignIn, finishSignIn } from '../../functions/sign-in/sign-in-flow.ts';
import { startCognito, type LocalCognito } from '../../infra/local/cognito/start-cognito.ts';
import { newCognitoFolder } from './cognito-folder.ts';
import { CognitoBrowser, withoutPrompt } from './cognito-browser.ts';

const site = 'http://localhost:49990';
const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };

let dataDir: string;
let identity: LocalCognito;
let pool: CognitoIdentityProviderClient;
let logged: string[];

beforeEach(async () => {
  dataDir = await newCognitoFolder();
  logged = [];
  await start();
});

afterEach(async () => {
  await identity.close();
  await rm(dataDir, { recursive: true, force: true });
  if (logged.length > 0) throw new Error(`The server logged: ${logged.join('; ')}`);
});

async function start(): Promise<void> {
  identity = await startCognito({
    dataDir,
    accessKey: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    clientId: 'local-client',
    callbackUrl: callbackUrl(site),
    logoutUrl: signedOutUrl(site),
    log: (line) => logged.push(line),
    now: () => new Date(),
  });
  pool = poolClient({ accessKeyId: 'local', secretAccessKey: 'local' });
}

const poolClient = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
  new CognitoIdentityProviderClient({
    endpoint: identity.adminUrl,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });

const config = (): SignInConfig => ({
  siteUrl: site,
  signInUrl: identity.url,
  userPoolId: identity.userPoolId,
  userPoolClientId: 'local-client',
  jwksUri: identity.jwksUri,
});

async function signIn(browser = new CognitoBrowser(site)): Promise<{ sub: string; pages: number }> {
  const { redirectUrl, pendingLogin } = await beginSignIn({ config: config(), returnTo: '/' });
  const first = await browser.visit(withoutPrompt(redirectUrl));
  const isAsked = first.url.origin !== site;
  const { url } = isAsked ? await browser.submit(first, ada) : first;
  const { sub } = await finishSignIn({ config: config(), currentUrl: url, pendingLogin });
  return { sub, pages: isAsked ? 1 : 0 };
}

const remove = (Username: string, UserPoolId = identity.userPoolId) =>
  pool.send(new AdminDeleteUserCommand({ UserPoolId, Username }));

describe('an account that is deleted', () => {
  test('must sign in again in the browser that was signed in, and is then another person', async () => {
    const browser = new CognitoBrowser(site);
    const { sub } = await signIn(browser);
    expect(await signIn(browser)).toEqual({ sub, pages: 0 });
    await remove(sub);
    const after = await signIn(browser);
    expect(after.pages).toBe(1);
    expect(after.sub).not.toBe(sub);
    expect(await signIn(browser)).toEqual({ sub: after.sub, pages: 0 });
  });

  test('leaves no e-mail address behind, even after a restart', async () => {
    const { sub } = await signIn();
    const file = join(dataDir, 'identity/accounts.json');
    expect(await readFile(file, 'utf8')).toContain(ada.email);
    await remove(sub);
    expect(await readFile(file, 'utf8')).not.toContain(ada.email);
    await identity.close();
    await start();
    expect((await signIn()).sub).not.toBe(sub);
  });

  test('cannot finish a sign-in that was under way', async () => {
    const { sub } = await signIn();
    const { redirectUrl, pendingLogin } = await beginSignIn({ config: config(), returnTo: '/' });
    const browser = new CognitoBrowser(site);
    const { url } = await browser.submit(await browser.visit(redirectUrl), ada);
    await remove(sub);
    await expect(finishSignIn({ config: config(), currentUrl: url, pendingLogin })).rejects.toMatchObject({
      failure: 'stale',
    });
  });
});

describe('refused, as by Cognito, is', () => {
  test('deleting an account twice, or an unknown one', async () => {
    const { sub } = await signIn();
    await remove(sub);
    for (const name of [sub, 'nobody'])
      await expect(remove(name)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });

  test('another pool, and a request without a name', async () => {
    const { sub } = await signIn();
    await expect(remove(sub, 'us-east-1_Another00')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(remove('')).rejects.toMatchObject({ name: 'InvalidParameterException' });
    expect((await signIn()).sub).toBe(sub);
  });

  test.each([
    ['a wrong secret', { accessKeyId: 'local', secretAccessKey: 'wrong' }, 'InvalidSignatureException'],
    ['an unknown key', { accessKeyId: 'other', secretAccessKey: 'local' }, 'UnrecognizedClientException'],
  ])('%s', async (_what, credentials, name) => {
    const { sub } = await signIn();
    pool.destroy();
    pool = poolClient(credentials);
    await expect(remove(sub)).rejects.toMatchObject({ name });
    expect((await signIn()).sub).toBe(sub);
  });

  test('any other operation, and a form from another site', async () => {
    const { sub } = await signIn();
    const asked = new AdminGetUserCommand({ UserPoolId: identity.userPoolId, Username: sub });
    await expect(pool.send(asked)).rejects.toMatchObject({ name: 'UnknownOperationException' });
    const form = await fetch(identity.adminUrl, {
      method: 'POST',
      body: JSON.stringify({ UserPoolId: identity.userPoolId, Username: sub }),
    });
    expect(form.status).toBe(400);
    expect((await signIn()).sub).toBe(sub);
  });
});
