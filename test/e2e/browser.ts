import { type Browser, type BrowserContext, chromium, type ConsoleMessage, type Page } from 'playwright-core';
import { requireChromium } from '../fixtures/chromium.ts';
import type { Guest, SignedIn } from '../fixtures/people.ts';

/** Flags that keep Chromium from looking for its maker's hosts. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** A person: a browser of their own that remembers what its console said. */
export type Person = {
  page: Page;
  context: BrowserContext;
  complaints: string[];
  served: Map<string, Promise<Buffer>>;
};

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args: FLAGS });
}

/** Opens a browser for one person. Everything that the edge serves them from `/media/` is kept for looking at. */
export async function newPerson(
  browser: Browser,
  options: { viewport: typeof PHONE; baseURL: string },
): Promise<Person> {
  const isPhone = options.viewport.width < 600;
  const context = await browser.newContext({ ...options, hasTouch: isPhone, isMobile: isPhone });
  const page = await context.newPage();
  const person: Person = { page, context, complaints: [], served: new Map() };
  page.on('console', (message) => {
    if (isComplaint(message)) person.complaints.push(message.text());
  });
  page.on('pageerror', (error) => person.complaints.push(error.message));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/media/') && response.status() === 200) {
      person.served.set(
        pathname,
        response.body().catch(() => Buffer.alloc(0)),
      );
    }
  });
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
export async function knownAs({ page }: Person, { guestId: id, token }: Guest, name: string): Promise<void> {
  await page.goto('/terms');
  await page.evaluate(
    (stored) => localStorage.setItem('guest_credentials', stored),
    JSON.stringify({ id, token, name, email: null }),
  );
}
