import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Guest, newGuest } from '../fixtures/users-and-guests.ts';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// A part of a page that crashes leaves the others usable, and what went wrong is reported without a word about whom.

const SECRET = 'Zephyrine Quillfeather';
const testBed = newTestBed('Orangery');
let eventId: string;
let photos: string[];
let guest: Guest;
/** The host's page, whose visits are not measured. */
let host: Page;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  photos = await testBed.fill(eventId, 3);
  await testBed.olive.post(`/api/events/${eventId}/highlights/calculate`, {});
  guest = await newGuest(baseURL);
  host = await recordBeacons(await testBed.newPerson(testBed.olive));
});

/** Has a call answer what no screen expects. */
const answer = (page: Page, url: string, json: unknown) =>
  page.route(url, (route) => route.fulfill({ json }));
const HIGHLIGHTS = '**/api/events/*/highlights*';

const photo = (page: Page, number: number) =>
  page.getByRole('link', { name: new RegExp(`^Photo ${number}$`) });
const crashed = (page: Page) => page.getByRole('heading', { name: 'This part could not be shown' });

/** From now on pages keep what they report; visits are measured if `random` is below a tenth. */
async function recordBeacons({ page }: Person, random = 0.5): Promise<Page> {
  await page.addInitScript(`
    Math.random = () => ${random};
    window.beacons = [];
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      void body.text().then((text) => window.beacons.push({ url: String(url), type: body.type, text }));
      return send(url, body);
    };
  `);
  return page;
}

type Beacon = { url: string; type: string; text: string };

/** Hides the page, as another tab before it does, and waits for the answer to its report. */
async function hide(page: Page): Promise<{ text: string; report: any }> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/browser-reports'));
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
  expect((await answered).status()).toBe(204);
  await expect.poll(() => page.evaluate('window.beacons.length')).toBe(1);
  const [beacon] = await page.evaluate<Beacon[]>('window.beacons');
  expect(beacon).toMatchObject({ url: '/api/browser-reports', type: 'application/json' });
  return { text: beacon?.text ?? '', report: JSON.parse(beacon?.text ?? '') };
}

describe('a region that crashes', () => {
  it('of a host’s page leaves its title and the navigation, and is reported with the page', async () => {
    const page = host;
    await answer(page, '**/media?*', [null]);
    await page.goto(`/event/${eventId}/moderate`);
    await crashed(page).waitFor();
    const title = page.getByRole('heading', { level: 1, name: 'Moderation Dashboard' });
    await title.waitFor();
    const { report } = await hide(page);
    expect(report).toEqual({
      problems: [{ kind: 'crash', region: 'moderation', page: 'moderation', times: 1 }],
    });
    await page.unroute('**/media?*');
    expect(await page.getByRole('link', { name: 'My Events' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await crashed(page).waitFor({ state: 'detached' });
    await title.waitFor();
  });
});

describe('a page that is hidden', () => {
  it('reports a measured visit and its problems, and no address, name or id', async () => {
    const page = await recordBeacons(await testBed.newPerson(guest, PHONE), 0);
    await answer(page, HIGHLIGHTS, [null]);
    await page.goto(`/event/${eventId}`);
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    // What measures the visit comes last.
    await page.waitForLoadState('networkidle');
    await crashed(page).waitFor();
    await photo(page, 1).tap();
    await page.getByText('1 of 3').waitFor();
    // One by the page's own code, and one by an extension's.
    const rejected = `Promise.reject(new Error(${JSON.stringify(SECRET)}))`;
    await page.route('**/assets/thrown.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: rejected }),
    );
    await page.addScriptTag({ url: '/assets/thrown.js' });
    await page.evaluate(`${rejected} && undefined`);
    const { text, report } = await hide(page);
    expect(report).toEqual({
      visit: {
        page: 'event',
        largestContentfulPaintMs: expect.any(Number),
        interactionToNextPaintMs: expect.any(Number),
      },
      problems: [
        { kind: 'crash', region: 'highlights', page: 'event', times: 1 },
        { kind: 'error', page: 'event', times: 1 },
      ],
    });
    expect(report.visit.largestContentfulPaintMs).toBeGreaterThan(0);
    for (const told of [eventId, ...photos, guest.guestId, guest.token, SECRET, 'Orangery', 'Grace', 'http'])
      expect(text).not.toContain(told);
  });

  it('reports the code of a page that did not arrive, which is no crash, and can be loaded again', async () => {
    const page = host;
    const code = '**/assets/timeline-*.js';
    await page.route(code, (route) => route.abort());
    await page.goto(`/event/${eventId}/timeline`);
    await page.getByRole('heading', { level: 1, name: 'This page did not load' }).waitFor();
    const { report } = await hide(page);
    expect(report).toEqual({ problems: [{ kind: 'load-error', page: 'timeline', times: 1 }] });
    await page.unroute(code);
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orangery - Timeline' }).waitFor();
  });
});
