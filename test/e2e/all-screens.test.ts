import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Guest, newGuest } from '../fixtures/users-and-guests.ts';
import { becomeGuest, becomeUser, type Person } from '../fixtures/browser.ts';
import { seedPlace } from '../fixtures/seed-item.ts';
import { TAB_STOPS, type TabStops } from '../fixtures/visible-focus.ts';
import { violationsInBothThemes, violationsInLight } from './axe.ts';
import { expectFit, expectWidth } from './expect-fit.ts';
import { navigateClientSide } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// Every page of the router, in a very narrow window that then becomes a very wide one: no horizontal overflow, no axe
// violations in either theme, a visible focus on each tab stop, and no fonts but the system's. Their other states are in
// test/components/fit.test.tsx, dialogs and a host's gallery in dialogs-by-keyboard.test.tsx there.

const NARROW = { width: 320, height: 640 };
const WIDE = { width: 2560, height: 1300 };
/** Words that do not fit a narrow window in one line. */
const LONG = {
  name: 'Donaudampfschifffahrtsgesellschaft',
  date: '2026-06-30',
  description: 'https://example.com/a-very-long-address-that-nobody-broke-into-lines',
};

const testBed = newTestBed('Harbour');
/** A visitor, who then becomes a guest, and then the host: the browser has the site's code by then. */
let person: Person;
let role: Role = 'visitor';
let grace: Guest;
const events = { full: '', paid: '', moderated: '' };
const fetchedFonts: string[] = [];
const isPrint = (url: string) => url.endsWith('/print');

const ROLES = ['visitor', 'guest', 'host'] as const;
type Role = (typeof ROLES)[number];
type Screen = {
  readonly role: Role;
  /** Names in braces stand for the ids of `events`. */
  readonly at: string;
  /** Text that is visible once the screen is complete. */
  readonly see: string;
  /** Expected number of tab stops in a wide window; fewer mean that something was skipped. */
  readonly stops?: number;
};

/** Keys are the router's paths, as test/unit/web/router-pages.test.ts reads them. */
const screens: Readonly<Record<string, readonly Screen[]>> = {
  '/': [
    { role: 'visitor', at: '/', see: 'Create Free Event', stops: 30 },
    { role: 'host', at: '/', see: LONG.name, stops: 7 },
  ],
  '/create': [{ role: 'host', at: '/create', see: 'Event Information', stops: 14 }],
  '/event/:eventId': [{ role: 'visitor', at: '/event/{full}', see: '3 photos', stops: 12 }],
  '/event/:eventId/checkout': [{ role: 'guest', at: '/event/{full}/checkout', see: 'Checkout Error' }],
  '/event/:eventId/timeline': [{ role: 'guest', at: '/event/{full}/timeline', see: 'Getting Started' }],
  '/event/:eventId/moderate': [
    { role: 'host', at: '/event/{moderated}/moderate', see: '1 items waiting for review' },
    { role: 'visitor', at: '/event/{full}/moderate', see: '404 Page Not Found' },
  ],
  '/event/:eventId/people': [{ role: 'host', at: '/event/{full}/people', see: 'Grace' }],
  '/event/:eventId/payments': [{ role: 'host', at: '/event/{paid}/payments', see: 'No payments yet' }],
  '/event/:eventId/numbers': [{ role: 'host', at: '/event/{full}/numbers', see: 'Who sent most' }],
  '/event/:eventId/print': [{ role: 'host', at: '/event/{full}/print', see: 'Letterpress' }],
  '/event/:eventId/wall': [{ role: 'visitor', at: '/event/{full}/wall', see: 'Add your photos' }],
  '/event/:eventId/co-host': [
    { role: 'visitor', at: '/event/{full}/co-host?code=none', see: 'Become a Co-host' },
  ],
  '/j/:code': [{ role: 'visitor', at: '/j/CDFG-HJK0', see: 'No Event Has This Code' }],
  '/privacy': [{ role: 'visitor', at: '/privacy', see: 'Cookies and storage' }],
  '/terms': [{ role: 'visitor', at: '/terms', see: 'Your pictures stay yours' }],
};

beforeAll(async () => {
  events.full = await testBed.newEvent(LONG);
  events.paid = await testBed.newEvent({ isPaid: true, price: '12.50' });
  events.moderated = await testBed.newEvent({ ...LONG, moderationEnabled: true });
  grace = await newGuest(baseURL, 'Grace');
  await Promise.all([
    testBed.fill(events.full, 3),
    seedPlace(grace, events.full),
    testBed.add(events.moderated, [1], grace),
  ]);
  person = await testBed.newPerson(undefined, NARROW);
  const { page } = person;
  page.on('request', (request) => {
    // What is printed looks the same wherever that is.
    if (request.resourceType() === 'font' && !isPrint(page.url())) fetchedFonts.push(request.url());
  });
});

const all = Object.values(screens)
  .flat()
  .toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));

async function become(next: Role): Promise<void> {
  if (next === role) return;
  await becomeGuest(person, grace, 'Grace');
  if (next === 'host') {
    await person.page.evaluate('localStorage.clear()');
    await becomeUser(person, testBed.olive);
  }
  role = next;
}

/** Names of the font faces that styles or scripts have added, and the rules that fetch others. */
const FONTS = `[...document.fonts].map(({ family }) => family).concat(
  [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule || rule instanceof CSSImportRule)
    .map(({ cssText }) => cssText))`;

/**
 * Opens a page from the one that is open, as people do: the site's code and axe are there then. Loaded anew is the gallery,
 * which the server draws, and what comes after a page without a heading.
 */
async function open(page: Page, at: string): Promise<void> {
  const path = at.replace(/\{(\w+)\}/, (_, name: keyof typeof events) => events[name]);
  const isFollowed = at !== '/event/{full}' && (await page.locator('main h1').count()) > 0;
  await (isFollowed ? navigateClientSide(page, path) : page.goto(path));
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
}

/** Expects each tab stop to be seen in the theme that there is. */
async function expectVisibleFocus(page: Page, least = 1): Promise<void> {
  await page.keyboard.press('Tab');
  const { count, unseen } = await page.evaluate<TabStops>(TAB_STOPS);
  expect(unseen).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(least);
}

it.each(all.map((screen) => [screen.role, screen.at, screen.see, screen] as const))(
  'is in order for a %s at %s with %s',
  async (as, at, _see, screen) => {
    const { page } = person;
    await become(as);
    await page.setViewportSize(NARROW);
    await open(page, at);
    const seen = page.getByText(screen.see).filter({ visible: true }).first();
    await seen.waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await expectFit(page);
    // In the dark theme here, in the light one below.
    await expectVisibleFocus(page);
    // The wall fills the screen once something was pressed, as which the checks above count.
    await page.evaluate('document.fullscreenElement && document.exitFullscreen()');
    await page.setViewportSize(WIDE);
    await seen.waitFor();
    // The dark theme need not be checked again, because its colours are the same.
    expect(await violationsInLight(page)).toEqual([]);
    await expectWidth(page);
    await expectVisibleFocus(page, screen.stops);
    const added = isPrint(page.url()) ? [] : await page.evaluate(FONTS);
    expect([fetchedFonts.splice(0), added].flat()).toEqual([]);
  },
);
