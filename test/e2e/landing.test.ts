import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { VERSION } from '../../shared/version.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import {
  DESKTOP,
  closeContexts,
  newPerson,
  openLanding,
  PHONE,
  becomeUser,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { ALARM_BYTES, watchCode } from './loaded-code.ts';

// The landing page before its code has loaded, and who gets it.

const baseURL = inject('siteUrl');
const PROMISE = 'Your event, through everyone’s eyes';
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closeContexts(browser);
});

it('is complete without JavaScript', async () => {
  const context = await browser.newContext({ baseURL, viewport: PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([PROMISE]);
  for (const anchor of ['#features', '#how-it-works', '#pricing'])
    expect(await page.locator(anchor).isVisible()).toBe(true);
  const texts = ['QR Access', 'Event Name', 'Upgrade to Premium', 'Contact Sales', '50K+', `v${VERSION}`];
  for (const text of texts) expect(await page.getByText(text).first().isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Create Free Event' }).getAttribute('href')).toContain(
    '/api/login',
  );
  await context.close();
});

it('needs at most 120 kB of code, and is hydrated without rerendering, a session lookup or missing files', async () => {
  const { page, context, consoleErrors } = await newPerson(browser, { viewport: DESKTOP, baseURL });
  const code = watchCode(page);
  const calls: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(response.url());
  });
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const heading = await page.getByRole('heading', { level: 1, name: PROMISE }).elementHandle();
  const before = await page.locator('#root').evaluate((root) => root.querySelectorAll('main *').length);
  held.resolve();
  await page.waitForLoadState('networkidle');
  expect(code.paths()).toContainEqual(expect.stringMatching(/\/landing-/));
  expect(code.paths().filter((path) => /\/event-[\w-]{7}\.js$/.test(path))).toEqual([]);
  expect(await code.bytes()).toBeLessThanOrEqual(ALARM_BYTES);
  // What is pressed after the code has loaded is answered; before that, perhaps not.
  const dialog = page.getByRole('dialog');
  const press = async () => {
    await page.getByText('Join Event', { exact: true }).first().dispatchEvent('click');
    return dialog.count();
  };
  await expect.poll(press, { timeout: 20_000 }).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await page.locator('#root').evaluate((root) => root.querySelectorAll('main *').length)).toBe(before);
  expect(calls.filter((url) => url.includes('/api/auth/user'))).toEqual([]);
  expect(failed).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

it('links to the legal pages, and makes no session lookup for visitors on any page', async () => {
  const { page, context, consoleErrors } = await newPerson(browser, { viewport: DESKTOP, baseURL });
  const calls: string[] = [];
  page.on('request', (request) => {
    // One visit in ten reports how fast it was.
    if (/\/api\/(?!browser-reports)/.test(request.url())) calls.push(request.url());
  });
  const signInLink = page.getByRole('link', { name: 'Sign In' }).first();
  for (const path of ['/no/such/page', '/privacy', '/']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await signInLink.waitFor();
  }
  for (const name of ['Privacy', 'Terms']) {
    await page.locator('footer').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await signInLink.waitFor();
    await page.goBack();
  }
  expect(calls).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

it('is not shown to a signed-in user, and is shown again once the session is invalid', async () => {
  const person = await newPerson(browser, { viewport: DESKTOP, baseURL });
  const { page, context, consoleErrors } = person;
  const host = await signIn(baseURL, 'Olive');
  await becomeUser(person, host);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/auth/user', async (route) => {
    await held.promise;
    await route.continue();
  });
  const response = await page.goto('/');
  expect(await response?.text()).not.toContain(PROMISE);
  await page.locator('main *').first().waitFor();
  expect(await page.getByText(PROMISE).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Sign In' }).count()).toBe(0);
  held.resolve();
  await page.getByRole('heading', { name: /Olive/ }).waitFor();
  expect(consoleErrors).toEqual([]);

  // The account is deleted elsewhere: the next session lookup clears the cookie.
  expect((await host.delete('/api/auth/user')).status).toBe(204);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: PROMISE }).waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-session');
  const after = await page.goto('/');
  expect(await after?.text()).toContain(PROMISE);
  await context.close();
});

/** Whether nothing covers the bar on the left, in the middle and on the right. */
const IS_ON_TOP = `(() => {
  const bar = document.querySelector('header');
  const { left, right, top, bottom } = bar.getBoundingClientRect();
  return [left + 20, (left + right) / 2, right - 20].every((x) =>
    bar.contains(document.elementFromPoint(x, (top + bottom) / 2)));
})()`;

it.each([PHONE, DESKTOP])(
  'leads to its sections from the navigation bar or drawer, which stays on top, at $width px',
  async (viewport) => {
    const isPhone = viewport === PHONE;
    const { page, context } = await newPerson(browser, { viewport, baseURL });
    await openLanding(page);
    const banner = page.getByRole('banner');
    const before = await banner.boundingBox();
    expect(before).toMatchObject({ x: 0, y: 0, width: viewport.width });
    await page.locator('footer').scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(2 * viewport.height);
    expect(await banner.boundingBox()).toEqual(before);
    expect(await page.evaluate(IS_ON_TOP)).toBe(true);
    expect(await banner.getByRole('link', { name: 'Gatherlens, home' }).isVisible()).toBe(true);

    const bar = isPhone ? page.getByRole('dialog', { name: 'Menu' }) : banner;
    if (isPhone) await page.getByRole('button', { name: 'Open menu' }).click();
    await bar.getByRole('link', { name: 'Pricing', exact: true }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const top = () => page.locator('#pricing').evaluate((part) => Math.abs(part.getBoundingClientRect().top));
    await expect.poll(top, { timeout: 10_000 }).toBeLessThan(200);
    await context.close();
  },
);

it('opens an event by its link, its id, or the list of public events', async () => {
  const host = await signIn(baseURL, 'Olive');
  const { json } = await host.post('/api/events', { name: 'Lantern walk', privacy: 'public' });
  const { page, context } = await newPerson(browser, { viewport: PHONE, baseURL });
  const dialog = page.getByRole('dialog', { name: 'Join Event' });
  const field = dialog.getByLabel('Event code, link or id');
  const open = async () => {
    await openLanding(page);
    await page.getByRole('button', { name: 'Join Event' }).first().click();
    await field.waitFor();
  };
  const expectEvent = () => page.getByRole('heading', { level: 1, name: 'Lantern walk' }).waitFor();

  await open();
  await field.fill('our wedding');
  await field.press('Enter');
  await dialog
    .getByText('or paste the link you were sent, or the event’s id. It starts with evt_.')
    .waitFor();
  expect(await field.evaluate((element) => element.matches(':focus'))).toBe(true);
  await field.fill(`${baseURL}/event/${json.id}`);
  await field.press('Enter');
  await expectEvent();

  await open();
  await field.fill(json.id);
  await dialog.getByRole('button', { name: 'Join Event' }).click();
  await expectEvent();

  await open();
  // Newest first, and other tests may have created many since.
  const listed = dialog.locator(`a[href="/event/${json.id}"]`);
  const more = dialog.getByRole('button', { name: 'Show more' });
  await expect
    .poll(async () => {
      if ((await listed.count()) === 0 && (await more.isVisible())) await more.click();
      return listed.count();
    })
    .toBe(1);
  await listed.click();
  await expectEvent();
  await context.close();
});
