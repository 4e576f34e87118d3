import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import type { Person } from '../fixtures/browser.ts';
import { expectFit, expectFitAgain } from './expect-fit.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// Every page of the router and its dialogs, in a very narrow and a very wide window: no axe violations in either theme,
// and no horizontal overflow. Fails if a page is not listed here.

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 2560, height: 1300 },
] as const;

const testBed = newTestBed('Harbour');
let host: Person;
let guest: Person;
let visitor: Person;
const events = { full: '', paid: '' };

type Who = 'host' | 'guest' | 'visitor';
type Screen = {
  readonly who: Who;
  /** `{full}` and `{paid}` stand for event ids. */
  readonly at: string;
  /** Text that is visible once the screen is complete. */
  readonly see: string | RegExp;
  /** Opens the dialog to check. */
  readonly act?: (page: Page) => Promise<void>;
};

const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** Narrow windows have the button in the menu. */
const pressInBar = (name: string | RegExp) => async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await press(name)(page);
};

/** By keyboard, because another element covers its middle. */
const openPhoto = async (page: Page) => page.getByRole('button', { name: /^Photo 1$/ }).press('Enter');

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

/** Keys are the router's paths. */
const screens: Readonly<Record<string, readonly Screen[]>> = {
  '/': [
    { who: 'visitor', at: '/', see: 'Create Free Event' },
    { who: 'visitor', at: '/', see: 'Public events', act: press('Join Event') },
    { who: 'host', at: '/', see: 'Hi Olive' },
    { who: 'host', at: '/', see: 'Delete Account', act: pressInBar('Olive') },
  ],
  '/create': [{ who: 'host', at: '/create', see: 'Event Information' }],
  '/event/:eventId': [
    { who: 'visitor', at: '/event/{full}', see: '3 photos' },
    { who: 'host', at: '/event/{full}', see: 'Event Management' },
    { who: 'guest', at: '/event/{full}', see: '1 of 3', act: openPhoto },
    { who: 'host', at: '/event/{full}', see: '1 of 3', act: openPhoto },
    { who: 'visitor', at: '/event/{paid}', see: 'Pay $12.50 to Access' },
    {
      who: 'guest',
      at: '/event/{full}',
      see: 'plan.txt',
      act: (page) => choose(page, ['a.jpg', 'plan.txt']),
    },
    {
      who: 'guest',
      at: '/event/{full}',
      see: 'Retry',
      act: async (page) => {
        await choose(page, ['broken.jpg']);
        await page.getByRole('button', { name: 'Upload 1 file(s)' }).click();
      },
    },
  ],
  '/event/:eventId/checkout': [
    { who: 'guest', at: '/event/{full}/checkout', see: 'Checkout Error' },
    { who: 'guest', at: '/event/evt_none/checkout', see: 'Event Not Found' },
  ],
  '/event/:eventId/timeline': [{ who: 'guest', at: '/event/{full}/timeline', see: 'Getting Started' }],
  '/event/:eventId/moderate': [
    { who: 'host', at: '/event/{full}/moderate', see: 'All Caught Up!' },
    { who: 'visitor', at: '/event/{full}/moderate', see: '404 Page Not Found' },
  ],
  '/event/:eventId/people': [
    { who: 'host', at: '/event/{full}/people', see: 'Grace' },
    { who: 'host', at: '/event/{full}/people', see: 'Remove Person', act: press(/^Remove Grace/) },
  ],
  '/event/:eventId/payments': [{ who: 'host', at: '/event/{paid}/payments', see: 'No payments yet' }],
  '/privacy': [
    { who: 'visitor', at: '/privacy', see: 'Cookies and storage' },
    { who: 'guest', at: '/privacy', see: 'You are a guest', act: press(/^Your Data/) },
  ],
  '/terms': [{ who: 'visitor', at: '/terms', see: 'Your pictures stay yours' }],
};

beforeAll(async () => {
  events.full = await testBed.newEvent({ date: '2026-06-30' });
  events.paid = await testBed.newEvent({ isPaid: true, price: '12.50' });
  const grace = await newGuest(baseURL, 'Grace');
  await testBed.add(events.full, [1, 2, 3], grace);
  const open = (who?: Parameters<typeof testBed.newPerson>[0]) => testBed.newPerson(who, WINDOWS[0]);
  [host, guest, visitor] = await Promise.all([open(testBed.olive), open(grace), open()]);
});

it('lists every page of the router', async () => {
  const router = await readFile('web/src/app/router.tsx', 'utf8');
  const pages = [...router.matchAll(/^ {2}'(\/[^']*)': </gm)].map(([, page]) => page);
  expect(pages.length).toBeGreaterThan(5);
  expect(new Set(Object.keys(screens))).toEqual(new Set(['/', ...pages]));
});

const all = Object.values(screens).flat();

describe.each(WINDOWS)('at $width px', (viewport) => {
  it.each(all.map((screen) => [screen.who, screen.at, String(screen.see), screen] as const))(
    'fits and has no axe violations for a %s at %s with %s',
    async (who, at, _see, screen) => {
      const { page } = { host, guest, visitor }[who];
      await page.setViewportSize(viewport);
      await page.goto(at.replace(/\{(\w+)\}/, (_, name: keyof typeof events) => events[name]));
      await page.locator('#plain').waitFor({ state: 'detached' });
      await screen.act?.(page);
      await page.getByText(screen.see).filter({ visible: true }).first().waitFor();
      await (viewport === WINDOWS[0] ? expectFit(page) : expectFitAgain(page));
    },
  );
});
