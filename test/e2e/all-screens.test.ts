import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import { openLanding, type Person } from '../fixtures/browser.ts';
import { violationsInBothThemes, violationsInLight } from './axe.ts';
import { expectFit, expectWidth } from './expect-fit.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// Every page of the router and its dialogs, in a very narrow window that then becomes a very wide one: no horizontal
// overflow, and no axe violations in either theme. dialogs-by-keyboard.test.ts has more
// dialogs.

const NARROW = { width: 320, height: 640 };
const WIDE = { width: 2560, height: 1300 };
/** Words that do not fit a narrow window in one line. */
const LONG = {
  name: 'Donaudampfschifffahrtsgesellschaft',
  date: '2026-06-30',
  description: 'https://example.com/a-very-long-address-that-nobody-broke-into-lines',
};

const testBed = newTestBed('Harbour');
let host: Person;
let guest: Person;
let visitor: Person;
const events = { full: '', paid: '', moderated: '', empty: '', hidden: '' };

type Role = 'host' | 'guest' | 'visitor';
type Screen = {
  readonly role: Role;
  /** Names in braces stand for the ids of `events`. */
  readonly at: string;
  /** Text that is visible once the screen is complete. */
  readonly see: string | RegExp;
  /** Opens the dialog to check. */
  readonly steps?: (page: Page) => Promise<void>;
  /** Axe looks at its components in test/components, and at its page in another state of it. */
  readonly isFitOnly?: true;
};

const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** Narrow windows have the button in the menu. */
const pressInMenu = (name: string | RegExp) => async (page: Page) => {
  await press('Open menu')(page);
  await press(name)(page);
};

async function createEvent(page: Page): Promise<void> {
  await page.getByLabel(/Event Name/).fill('Rindfleischetikettierungsüberwachung');
  await page.getByLabel(/Event Name/).press('Enter');
}

/** The landing page stands before React takes it over. */
async function joinFromLanding(page: Page): Promise<void> {
  await openLanding(page);
  await press('Join Event')(page);
}

/** By keyboard, because another element covers its middle. */
const openPhoto = async (page: Page) => page.getByRole('link', { name: /^Photo 1$/ }).press('Enter');

async function choose(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  const files = names.map(async (name, seed) => ({
    name,
    mimeType: name.endsWith('.jpg') ? 'image/jpeg' : 'text/plain',
    buffer: name === 'broken.jpg' ? Buffer.from('Dear diary') : (await jpegFile(seed + 20)).bytes,
  }));
  const input = page.getByRole('dialog', { name: 'Upload Media' }).locator('input[type=file][multiple]');
  await input.setInputFiles(await Promise.all(files));
}

/** Keys are the router's paths, as test/unit/web/router-pages.test.ts reads them. */
const screens: Readonly<Record<string, readonly Screen[]>> = {
  '/': [
    { role: 'visitor', at: '/', see: 'Create Free Event' },
    { role: 'visitor', at: '/', see: 'Public events', steps: joinFromLanding, isFitOnly: true },
    { role: 'host', at: '/', see: 'Hi Olive' },
    { role: 'host', at: '/', see: 'Delete Account', steps: pressInMenu('Olive'), isFitOnly: true },
  ],
  '/create': [
    { role: 'host', at: '/create', see: 'Event Information' },
    { role: 'host', at: '/create', see: 'Event Created Successfully', steps: createEvent, isFitOnly: true },
  ],
  '/event/:eventId': [
    { role: 'visitor', at: '/event/{full}', see: '3 photos' },
    { role: 'visitor', at: '/event/{empty}', see: 'No photos yet', isFitOnly: true },
    { role: 'visitor', at: '/event/{hidden}', see: 'Private Event', isFitOnly: true },
    { role: 'host', at: '/event/{moderated}', see: 'Moderate Content (1)', isFitOnly: true },
    { role: 'host', at: '/event/{full}', see: '1 of 3', steps: openPhoto },
    { role: 'visitor', at: '/event/{paid}', see: 'Pay $12.50 to Access', isFitOnly: true },
    {
      role: 'guest',
      at: '/event/{full}',
      see: 'plan.txt',
      steps: (page) => choose(page, ['a.jpg', 'plan.txt']),
    },
    {
      role: 'guest',
      at: '/event/{full}',
      see: 'Retry',
      steps: async (page) => {
        await choose(page, ['broken.jpg']);
        await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
      },
      isFitOnly: true,
    },
  ],
  '/event/:eventId/checkout': [
    { role: 'guest', at: '/event/{full}/checkout', see: 'Checkout Error' },
    { role: 'guest', at: '/event/evt_none/checkout', see: 'Event Not Found', isFitOnly: true },
  ],
  '/event/:eventId/timeline': [
    { role: 'guest', at: '/event/{full}/timeline', see: 'Getting Started' },
    { role: 'visitor', at: '/event/{empty}/timeline', see: 'No Timeline Content', isFitOnly: true },
  ],
  '/event/:eventId/moderate': [
    { role: 'host', at: '/event/{moderated}/moderate', see: '1 items waiting for review' },
    { role: 'host', at: '/event/{full}/moderate', see: 'All Caught Up!', isFitOnly: true },
    { role: 'visitor', at: '/event/{full}/moderate', see: '404 Page Not Found' },
  ],
  '/event/:eventId/people': [
    { role: 'host', at: '/event/{full}/people', see: 'Grace' },
    {
      role: 'host',
      at: '/event/{full}/people',
      see: 'Remove Person',
      steps: press(/^Remove Grace/),
      isFitOnly: true,
    },
  ],
  '/event/:eventId/payments': [{ role: 'host', at: '/event/{paid}/payments', see: 'No payments yet' }],
  '/privacy': [
    { role: 'visitor', at: '/privacy', see: 'Cookies and storage' },
    { role: 'guest', at: '/privacy', see: 'You are a guest', steps: press(/^Your Data/), isFitOnly: true },
  ],
  '/terms': [{ role: 'visitor', at: '/terms', see: 'Your pictures stay yours' }],
};

beforeAll(async () => {
  events.full = await testBed.newEvent(LONG);
  events.paid = await testBed.newEvent({ isPaid: true, price: '12.50' });
  events.moderated = await testBed.newEvent({ ...LONG, moderationEnabled: true });
  events.empty = await testBed.newEvent();
  events.hidden = await testBed.newEvent({ privacy: 'private' });
  const grace = await newGuest(baseURL, 'Grace');
  await Promise.all([testBed.add(events.full, [1, 2, 3], grace), testBed.add(events.moderated, [4], grace)]);
  const open = (role?: Parameters<typeof testBed.newPerson>[0]) => testBed.newPerson(role, NARROW);
  [host, guest, visitor] = await Promise.all([open(testBed.olive), open(grace), open()]);
});

const all = Object.values(screens).flat();

it.each(all.map((screen) => [screen.role, screen.at, String(screen.see), screen] as const))(
  'is in order for a %s at %s with %s',
  async (role, at, _see, screen) => {
    const { page } = { host, guest, visitor }[role];
    await page.setViewportSize(NARROW);
    await page.goto(at.replace(/\{(\w+)\}/, (_, name: keyof typeof events) => events[name]));
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    await screen.steps?.(page);
    const seen = page.getByText(screen.see).filter({ visible: true }).first();
    await seen.waitFor();
    expect(screen.isFitOnly ? [] : await violationsInBothThemes(page)).toEqual([]);
    await expectFit(page);
    await page.setViewportSize(WIDE);
    await seen.waitFor();
    // The dark theme need not be checked again, because its colours are the same.
    expect(screen.isFitOnly ? [] : await violationsInLight(page)).toEqual([]);
    await expectWidth(page);
  },
);
