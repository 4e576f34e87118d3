import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Guest, newGuest } from '../fixtures/users-and-guests.ts';
import { PHONE, type Person } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// What went wrong on a page is reported without a word about whom.

const SECRET = 'Zephyrine Quillfeather';
const testBed = newTestBed('Orangery');
let eventId: string;
let photos: string[];
let guest: Guest;
/** The guest's phone, whose visits are measured. */
let page: Page;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  photos = await testBed.fill(eventId, 3);
  await testBed.olive.post(`/api/events/${eventId}/highlights/calculate`, {});
  guest = await newGuest(baseURL);
  page = await recordBeacons(await testBed.newPerson(guest, PHONE));
});

/** From now on all visits are measured, and pages keep what they report. */
async function recordBeacons({ page }: Person): Promise<Page> {
  await page.addInitScript(`
    Math.random = () => 0;
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
async function hide(): Promise<{ text: string; report: any }> {
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

describe('a page that is hidden', () => {
  it('reports a measured visit and its problems, and no address, name or id', async () => {
    onTestFinished(() => page.unrouteAll());
    // What no screen expects.
    await page.route('**/api/events/*/highlights*', (route) => route.fulfill({ json: [null] }));
    // What measures the visit comes last.
    const measuring = page.waitForResponse('**/assets/measure-delays-*.js');
    await page.goto(`/event/${eventId}`);
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    const code = JSON.stringify((await measuring).url());
    await page.evaluate(`import(${code}).then(() => true)`);
    await page.getByRole('heading', { name: 'This part could not be shown' }).waitFor();
    await page.getByRole('link', { name: 'Photo 1', exact: true }).tap();
    await page.getByText('1 of 3').waitFor();
    // One by the page's own code, and one by an extension's.
    const rejected = `Promise.reject(new Error(${JSON.stringify(SECRET)}))`;
    await page.route('**/assets/thrown.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: rejected }),
    );
    await page.addScriptTag({ url: '/assets/thrown.js' });
    await page.evaluate(`${rejected} && undefined`);
    const { text, report } = await hide();
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
    const code = '**/assets/timeline-*.js';
    await page.route(code, (route) => route.abort());
    await page.goto(`/event/${eventId}/timeline`);
    await page.getByRole('heading', { level: 1, name: 'This page did not load' }).waitFor();
    const { report } = await hide();
    expect(report.problems).toEqual([{ kind: 'load-error', page: 'timeline', times: 1 }]);
    await page.unroute(code);
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orangery - Timeline' }).waitFor();
  });
});
