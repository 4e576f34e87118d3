import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { callbackUrl, signedOutUrl } from '../../functions/sign-in/sign-in-config.ts';
import { beginSignIn, signOutUrl } from '../../functions/sign-in/sign-in-flow.ts';
import { startCognito, type LocalCognito } from '../../infra/local/cognito/start-cognito.ts';
import { sharedBrowser } from '../fixtures/browser.ts';
import { newCognitoFolder } from './cognito-folder.ts';

// What only a real browser shows: how it applies the policy, how the form crosses two hosts, and the look.

let product: Server;
let site: string;
let dataDir: string;
let identity: LocalCognito;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await sharedBrowser();
  product = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Product</title><link rel="icon" href="data:,"><h1>The product</h1>');
  });
  product.listen(0, '127.0.0.1');
  await once(product, 'listening');
  site = `http://localhost:${(product.address() as AddressInfo).port}`;
});

afterAll(() => {
  product.closeAllConnections();
  product.close();
});

beforeEach(async () => {
  complaints = [];
  dataDir = await newCognitoFolder();
  identity = await startCognito({
    dataDir,
    accessKey: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    clientId: 'local-client',
    callbackUrl: callbackUrl(site),
    logoutUrl: signedOutUrl(site),
    log: (line) => complaints.push(line),
    now: () => new Date(),
  });
  await open();
});

afterEach(async () => {
  await context.close();
  await identity.close();
  await rm(dataDir, { recursive: true, force: true });
  if (complaints.length > 0) throw new Error(`The browser said: ${complaints.join('; ')}`);
});

async function open(): Promise<void> {
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
}

const config = () => ({
  siteUrl: site,
  signInUrl: identity.url,
  userPoolId: identity.userPoolId,
  userPoolClientId: 'local-client',
  jwksUri: identity.jwksUri,
});

async function visit(extra: Record<string, string> = {}): Promise<void> {
  const url = new URL((await beginSignIn({ config: config(), returnTo: '/' })).redirectUrl);
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  await page.goto(url.href);
}

async function signIn(email: string, firstName: string): Promise<void> {
  await visit();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill(firstName);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${site}/**`);
}

test('a person signs in by keyboard alone and ends at the product', async () => {
  await visit();
  // The browser gives it the focus once it draws, which can be after the load.
  await page.locator('input[name=email]:focus').waitFor();
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${callbackUrl(site)}?code=*`);
  expect(await page.getByRole('heading', { name: 'The product' }).isVisible()).toBe(true);
});

test('an empty form shows its error at the field and puts the cursor there', async () => {
  await visit();
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe('Enter your email address.');
  expect(await page.locator('input:focus').getAttribute('name')).toBe('email');
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
});

test('after signing out, another person can sign in, and then the first again by a button', async () => {
  await signIn('ada@example.com', 'Ada');
  await page.goto(signOutUrl({ config: config() }));
  expect(page.url()).toBe(`${site}/`);
  await signIn('grace@example.com', 'Grace');
  await page.goto(signOutUrl({ config: config() }));
  await visit();
  const buttons = page.getByRole('form', { name: 'Continue as' }).getByRole('button');
  expect(
    await buttons.allTextContents().then((all) => all.map((one) => one.replace(/\s+/g, ' ').trim())),
  ).toEqual(['G Grace grace@example.com', 'A Ada ada@example.com']);
  await page.getByRole('button', { name: 'Ada ada@example.com' }).click();
  await page.waitForURL(`${callbackUrl(site)}?code=*`);
});

test('a person can change accounts without signing out first', async () => {
  await signIn('ada@example.com', 'Ada');
  await visit({ prompt: 'login' });
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${callbackUrl(site)}?code=*`);
  await visit({ prompt: 'login' });
  expect(await page.getByRole('form', { name: 'Continue as' }).getByRole('button').count()).toBe(2);
});

test('in light and dark nothing is cut off, small, or hard to read', async () => {
  await signIn('a.rather.long.address@a-long-name-of-a-host.example', '');
  await visit({ prompt: 'login' });
  await page.getByLabel('First name').fill('Katherine');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      for (const target of await page.locator('button, input').all()) {
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});
