import { type Browser, type BrowserContext, chromium, type ConsoleMessage, type Page } from 'playwright-core';
import { requireChromium } from '../fixtures/chromium.ts';
import type { Guest, SignedIn } from '../fixtures/users-and-guests.ts';

/**
 * What no test needs, and each window pays for: half a second of the processor for the address bar's own page, and a process
 * kept ready. The last such flag is the one that counts, so those that playwright-core turns off are here, too.
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

/** Flags that keep Chromium from looking for its maker's hosts, and from work that is not ours. */
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

/** A person: a browser of their own that remembers what its console said. */
export type Person = {
  page: Page;
  context: BrowserContext;
  complaints: string[];
};

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args: FLAGS });
}

let shared: Promise<Browser> | undefined;

/** The browser of all files that a worker runs, one after the other: starting one costs as much as a test. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (!running?.isConnected()) shared = launch();
  return shared as Promise<Browser>;
}

/** Closes what a file has opened in it. It ends with its worker. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Opens a browser for one person. */
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

/** What Chromium says by itself: of a 401 or 404 answer, and of notifications in the private windows that tests use. */
const BROWSERS_OWN =
  /Failed to load resource: the server responded with a status of (?:401|404)|does not support the Push API in incognito mode/;

/** The browser's own lines are no errors of ours; anything else is. */
function isComplaint(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warning') return false;
  return !BROWSERS_OWN.test(message.text());
}

/** Signs in on the local sign-in page, wherever the browser is sent there from. */
export async function signInHere(
  page: Page,
  who: { email: string; firstName: string; lastName: string },
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('First name').fill(who.firstName);
  await page.getByLabel('Last name').fill(who.lastName);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Lets a browser be somebody who signed in elsewhere. */
export async function signedInAs({ context }: Person, who: SignedIn): Promise<void> {
  const value = who.cookie('__Host-session') ?? '';
  const url = who.base.replace('http:', 'https:');
  await context.addCookies([{ name: '__Host-session', value, url, secure: true, httpOnly: true }]);
}

/** Lets a browser be a guest. */
export const knownAs = ({ page }: Person, { guestId: id, token }: Guest, name: string): Promise<void> =>
  storeGuest(page, JSON.stringify({ id, token, name, email: null }));

/** Stores a guest as the site does, from a picture of it: a whole page would be loaded for nothing. */
export async function storeGuest(page: Page, guest: string): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate((text) => localStorage.setItem('guest_credentials', text), guest);
}

/** A browser of somebody who signed in elsewhere, of a guest called Grace, or of a stranger. */
export async function openAs(
  browser: Browser,
  options: { viewport: typeof PHONE; baseURL: string },
  who?: SignedIn | Guest,
): Promise<Person> {
  const person = await newPerson(browser, options);
  if (who) await ('userId' in who ? signedInAs(person, who) : knownAs(person, who, 'Grace'));
  return person;
}
