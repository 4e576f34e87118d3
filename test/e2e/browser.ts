import { type Browser, type BrowserContext, chromium, type ConsoleMessage, type Page } from 'playwright-core';
import { requireChromium } from '../fixtures/chromium.ts';
import type { Guest, SignedIn } from '../fixtures/users-and-guests.ts';

/**
 * Features that no test needs but that cost time for every window, such as half a second of CPU for the address bar's
 * page. Only the last such flag counts, so the features that playwright-core disables are repeated here.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags that stop Chromium's own network requests and background work. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** A person with a browser context of their own and its console errors. */
export type Person = {
  page: Page;
  context: BrowserContext;
  complaints: string[];
};

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args: FLAGS });
}

let shared: Promise<Browser> | undefined;

/** One browser for all files that a worker runs in sequence, because starting one takes as long as a test. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (!running?.isConnected()) shared = launch();
  return shared as Promise<Browser>;
}

/** Closes the contexts that a file has opened. The browser ends with its worker. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Opens a browser context for one person. */
export async function newPerson(
  browser: Browser,
  options: { viewport: typeof PHONE; baseURL: string },
): Promise<Person> {
  const isPhone = options.viewport.width < 600;
  const context = await browser.newContext({ ...options, hasTouch: isPhone, isMobile: isPhone });
  const page = await context.newPage();
  const person: Person = { page, context, complaints: [] };
  page.on('console', (message) => {
    if (isComplaint(message)) person.complaints.push(message.text());
  });
  page.on('pageerror', (error) => person.complaints.push(error.message));
  return person;
}

/** Chromium's own messages: about 401 and 404 responses, and about push in the incognito contexts of tests. */
const BROWSERS_OWN =
  /Failed to load resource: the server responded with a status of (?:401|404)|does not support the Push API in incognito mode/;

/** Whether a console message is an error or warning of ours. */
function isComplaint(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warning') return false;
  return !BROWSERS_OWN.test(message.text());
}

/** Signs in on the local sign-in page, which the browser must have been redirected to. */
export async function signInHere(
  page: Page,
  who: { email: string; firstName: string; lastName: string },
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('First name').fill(who.firstName);
  await page.getByLabel('Last name').fill(who.lastName);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Gives a browser the session of a user who signed in elsewhere. */
export async function signedInAs({ context }: Person, who: SignedIn): Promise<void> {
  const value = who.cookie('__Host-session') ?? '';
  const url = who.base.replace('http:', 'https:');
  await context.addCookies([{ name: '__Host-session', value, url, secure: true, httpOnly: true }]);
}

/** Gives a browser the credentials of a guest. */
export const knownAs = ({ page }: Person, { guestId: id, token }: Guest, name: string): Promise<void> =>
  storeGuest(page, JSON.stringify({ id, token, name, email: null }));

/** Stores guest credentials as the site does. Uses an image of the site, because a whole page would take longer to load. */
export async function storeGuest(page: Page, guest: string): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate((text) => localStorage.setItem('guest_credentials', text), guest);
}

/** A browser of a user who signed in elsewhere, of a guest called Grace, or of an anonymous visitor. */
export async function openAs(
  browser: Browser,
  options: { viewport: typeof PHONE; baseURL: string },
  who?: SignedIn | Guest,
): Promise<Person> {
  const person = await newPerson(browser, options);
  if (who) await ('userId' in who ? signedInAs(person, who) : knownAs(person, who, 'Grace'));
  return person;
}
