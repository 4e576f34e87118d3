import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { VERSION } from '../../shared/version.ts';
import { newUser } from '../fixtures/new-user.ts';
import {
  DESKTOP,
  closeContexts,
  newPerson,
  openLanding,
  openWithoutScripts,
  type Person,
  PHONE,
  becomeUser,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { ALARM_BYTES, watchCode } from './loaded-code.ts';

// The landing page before its code has loaded, its buttons, and who gets it.

const baseURL = inject('siteUrl');
const PROMISE = 'Your event, through everyone’s eyes';
let browser: Browser;
/** A visitor at a desktop, and one with a phone. */
let desktop: Person;
let phone: Person;

beforeAll(async () => {
  browser = await sharedBrowser();
  [desktop, phone] = [
    await newPerson(browser, { viewport: DESKTOP, baseURL }),
    await newPerson(browser, { viewport: PHONE, baseURL }),
  ];
});

afterAll(async () => {
  await closeContexts(browser);
});

it('is complete without JavaScript', async () => {
  const { page } = phone;
  await openWithoutScripts(page, '/', async () => {
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([PROMISE]);
    for (const anchor of ['#features', '#how-it-works', '#pricing'])
      expect(await page.locator(anchor).isVisible()).toBe(true);
    const texts = ['QR Access', 'Event Name', 'Upgrade to Premium', 'Contact Sales', '50K+', `v${VERSION}`];
    for (const text of texts) expect(await page.getByText(text).first().isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Create Free Event' }).getAttribute('href')).toContain(
      '/api/login',
    );
  });
});

/** Calls of the API that a page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    // One visit in ten reports how fast it was.
    if (/\/api\/(?!browser-reports)/.test(request.url())) calls.push(request.url());
  });
  return calls;
}

it('needs at most 120 kB of code, and is hydrated without rerendering, a session lookup or missing files', async () => {
  const { page, consoleErrors } = desktop;
  const code = watchCode(page);
  const calls = callsOf(page);
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(response.url());
  });
  const held = Promise.withResolvers<void>();
  const holding = await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  // All of it has come; code that waits still does.
  await expect.poll(() => page.evaluate('document.readyState')).not.toBe('loading');
  const heading = await page.getByRole('heading', { level: 1, name: PROMISE }).elementHandle();
  const before = await page.locator('#root').evaluate((root) => root.querySelectorAll('main *').length);
  held.resolve();
  await page.waitForLoadState('networkidle');
  await holding.dispose();
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
    const { page } = isPhone ? phone : desktop;
    // The desktop is there already.
    if (isPhone) await openLanding(page);
    else await page.evaluate('scrollTo(0, 0)');
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
  },
);

const ACTIONLESS = [
  'Get Started',
  'Upgrade to Premium',
  'Start Group Plan',
  'Contact Sales',
  'View Demo',
  'Copy Link',
  'Download QR',
];

it('has buttons without an action that change, send and download nothing', async () => {
  const { page } = desktop;
  // Images load lazily.
  for (const picture of await page.locator('main img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img) => 'naturalWidth' in img && Number(img.naturalWidth)))
      .toBeGreaterThan(0);
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText('as it was')`);
  const effects: string[] = [];
  page.on('request', (request) => effects.push(`request ${request.url()}`));
  page.on('download', () => effects.push('download'));
  page.on('framenavigated', () => effects.push('navigation'));
  page.context().on('page', () => effects.push('window'));
  const snapshot = async () => ({
    address: page.url(),
    page: await page.locator('#root').innerHTML(),
    dialogsAndToasts: await page.locator('dialog, [data-tone]').count(),
    clipboard: await page.evaluate('navigator.clipboard.readText()'),
  });
  const before = await snapshot();
  expect(before).toMatchObject({ dialogsAndToasts: 0, clipboard: 'as it was' });

  for (const name of ACTIONLESS) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await button.press('Enter');
    // By then any effect of the press would have started.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect([name, effects, await snapshot()]).toEqual([name, [], before]);
  }
});

it('links to the legal pages, and makes no session lookup for visitors on any page', async () => {
  const { page, consoleErrors } = desktop;
  const calls = callsOf(page);
  const signInLink = page.getByRole('link', { name: 'Sign In' }).first();
  for (const name of ['Privacy', 'Terms']) {
    await page.locator('footer').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await signInLink.waitFor();
    await page.goBack();
  }
  await page.goto('/no/such/page', { waitUntil: 'networkidle' });
  await signInLink.waitFor();
  expect(calls).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

it('is not shown to a signed-in user, and is shown again once the session is invalid', async () => {
  const { page, context, consoleErrors } = desktop;
  const host = await newUser(baseURL, 'Olive');
  await becomeUser(desktop, host);
  const held = Promise.withResolvers<void>();
  const holding = await page.route('**/api/auth/user', async (route) => {
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
  await holding.dispose();
  expect(consoleErrors).toEqual([]);

  // The account is deleted elsewhere: the next session lookup clears the cookie.
  expect((await host.delete('/api/auth/user')).status).toBe(204);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: PROMISE }).waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-session');
  const after = await page.goto('/');
  expect(await after?.text()).toContain(PROMISE);
});

it('opens an event of the list of public events', async () => {
  const host = await newUser(baseURL, 'Olive');
  const { json } = await host.post('/api/events', { name: 'Lantern walk', privacy: 'public' });
  const { page } = phone;
  await page.getByRole('button', { name: 'Join Event' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Join Event' });
  await dialog.getByText('Public events').waitFor();
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
  await page.getByRole('heading', { level: 1, name: 'Lantern walk' }).waitFor();
});
