import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callbackUrl, signedOutUrl } from '../../functions/sign-in/sign-in-config.ts';
import { beginSignIn, signOutUrl } from '../../functions/sign-in/sign-in-flow.ts';
import { startCognito, type LocalCognito } from '../../infra/local/cognito/start-cognito.ts';
import { sharedBrowser } from '../fixtures/browser.ts';
import { newCognitoFolder } from './cognito-folder.ts';

// What only a real browser shows: how it applies the policy, how the form crosses two hosts, and the look. One browser, whose
// tests follow each other.

let product: Server;
let site: string;
let dataDir: string;
let identity: LocalCognito;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  product = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Product</title><link rel="icon" href="data:,"><h1>The product</h1>');
  });
  product.listen(0, '127.0.0.1');
  await once(product, 'listening');
  site = `http://localhost:${(product.address() as AddressInfo).port}`;
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
  const browser = await sharedBrowser();
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
});

afterAll(async () => {
  await context?.close();
  await identity?.close();
  product.closeAllConnections();
  product.close();
  await rm(dataDir, { recursive: true, force: true });
});

afterEach(() => {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`The browser said: ${said.join('; ')}`);
});

const config = () => ({
  siteUrl: site,
  signInUrl: identity.url,
  userPoolId: identity.userPoolId,
  userPoolClientId: 'local-client',
  jwksUri: identity.jwksUri,
});

async function visit(): Promise<void> {
  await page.goto((await beginSignIn({ config: config(), returnTo: '/' })).redirectUrl);
}

async function signIn(email: string, firstName: string): Promise<void> {
  await visit();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill(firstName);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${callbackUrl(site)}?code=*`);
}

test('an empty form shows its error at the field and puts the cursor there', async () => {
  await visit();
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe('Enter your email address.');
  expect(await page.locator('input:focus').getAttribute('name')).toBe('email');
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
});

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

test('another person can sign in without signing out first, and after signing out the first again by a button', async () => {
  await signIn('ada@example.com', 'Ada');
  await signIn('grace@example.com', 'Grace');
  await page.goto(signOutUrl({ config: config() }));
  expect(page.url()).toBe(`${site}/`);
  await visit();
  const buttons = page.getByRole('form', { name: 'Continue as' }).getByRole('button');
  expect(
    await buttons.allTextContents().then((all) => all.map((one) => one.replace(/\s+/g, ' ').trim())),
  ).toEqual(['G Grace grace@example.com', 'A Ada Lovelace ada@example.com']);
  await page.getByRole('button', { name: 'Ada Lovelace ada@example.com' }).click();
  await page.waitForURL(`${callbackUrl(site)}?code=*`);
});

test('in light and dark nothing is cut off, small, or hard to read', async () => {
  await signIn('a.rather.long.address@a-long-name-of-a-host.example', '');
  await visit();
  await page.getByLabel('First name').fill('Katherine');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  for (const width of [1280, 320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const targets = page.locator('button, input');
    const heights = await targets.evaluateAll((all) =>
      all.map((target) => target.getBoundingClientRect().height),
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  }
  // What it finds beside contrast does not depend on colours.
  const checks = {
    light: new AxeBuilder({ page }),
    dark: new AxeBuilder({ page }).withRules('color-contrast'),
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await checks[colorScheme].analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});
