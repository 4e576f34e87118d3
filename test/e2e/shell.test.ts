import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { DESKTOP, PHONE, storeGuest } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// The navigation bar of every page: logo and profile.

const testBed = newTestBed('Orchard');

const banner = (page: Page) => page.getByRole('banner');
const logo = (page: Page) => banner(page).getByRole('link', { name: 'Gatherlens, home' });

/** Whether nothing covers the bar on the left, in the middle and on the right. */
const IS_ON_TOP = `(() => {
  const bar = document.querySelector('header');
  const { left, right, top, bottom } = bar.getBoundingClientRect();
  return [left + 20, (left + right) / 2, right - 20].every((x) =>
    bar.contains(document.elementFromPoint(x, (top + bottom) / 2)));
})()`;

it.each([PHONE, DESKTOP])('sticks to the top of a long page, at $width px', async (viewport) => {
  const page = await testBed.open('/', undefined, viewport);
  const before = await banner(page).boundingBox();
  expect(before).toMatchObject({ x: 0, y: 0, width: viewport.width });
  await page.locator('footer').scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(2 * viewport.height);
  expect(await banner(page).boundingBox()).toEqual(before);
  expect(await page.evaluate(IS_ON_TOP)).toBe(true);
  expect(await logo(page).isVisible()).toBe(true);
});

describe('the logo', () => {
  it('leads a host to the dashboard', async () => {
    const page = await testBed.open('/create', testBed.olive);
    await page.getByRole('heading', { level: 1, name: 'Create New Event' }).waitFor();
    expect(await logo(page).getAttribute('href')).toBe('/');
    await logo(page).click();
    await page.getByRole('heading', { level: 1, name: 'Hi Olive' }).waitFor();
    expect(page.url()).toBe(`${baseURL}/`);
  });

  it('leads a visitor to the landing page', async () => {
    const eventId = await testBed.newEvent();
    const page = await testBed.open(`/event/${eventId}`);
    await page.getByRole('heading', { level: 1, name: 'Orchard' }).waitFor();
    await logo(page).click();
    await page.getByRole('heading', { level: 1, name: 'Your event, through everyone’s eyes' }).waitFor();
    expect(page.url()).toBe(`${baseURL}/`);
  });
});

/** The avatar's letter and the name. */
const profile = (page: Page) =>
  banner(page)
    .locator('button[aria-haspopup="dialog"]:not([aria-label])')
    .locator('> span')
    .allTextContents();

describe('the profile', () => {
  it('shows a host’s first name and its letter, else the e-mail address', async () => {
    const maria = await testBed.open('/create', await signIn(baseURL, 'maria'));
    await expect.poll(() => profile(maria)).toEqual(['M', 'maria']);
    const nameless = await signIn(baseURL, '');
    const page = await testBed.open('/create', nameless);
    await expect.poll(() => profile(page)).toEqual([nameless.email.charAt(0).toUpperCase(), nameless.email]);
  });

  it('shows a guest’s name and its letter, else the e-mail address, else that it is a user', async () => {
    const { guestId: id, token } = await newGuest(baseURL);
    const { page } = await testBed.newPerson();
    for (const [fields, expected] of [
      [{ name: 'ömer', email: null }, ['Ö', 'ömer']],
      [{ name: '', email: 'zoe@example.com' }, ['Z', 'zoe@example.com']],
      [{ name: '', email: null }, ['U', 'User']],
    ] as const) {
      await storeGuest(page, JSON.stringify({ id, token, ...fields }));
      await page.goto('/');
      await expect.poll(() => profile(page)).toEqual(expected);
    }
  });
});
