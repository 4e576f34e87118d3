import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { DESKTOP, PHONE, storeGuest } from './browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// What stands above every page: the bar, the way home, and who is here.

const testBed = newTestBed('Orchard');

const banner = (page: Page) => page.getByRole('banner');
const logo = (page: Page) => banner(page).getByRole('link', { name: 'Gatherlens, home' });

/** Whether nothing lies over the bar: at its left, in its middle, and at its right. */
const IS_ON_TOP = `(() => {
  const bar = document.querySelector('header');
  const { left, right, top, bottom } = bar.getBoundingClientRect();
  return [left + 20, (left + right) / 2, right - 20].every((x) =>
    bar.contains(document.elementFromPoint(x, (top + bottom) / 2)));
})()`;

it.each([PHONE, DESKTOP])('the bar stays at the top of a long page, at $width px', async (viewport) => {
  const page = await testBed.open('/', undefined, viewport);
  const before = await banner(page).boundingBox();
  expect(before).toMatchObject({ x: 0, y: 0, width: viewport.width });
  await page.locator('footer').scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(2 * viewport.height);
  expect(await banner(page).boundingBox()).toEqual(before);
  expect(await page.evaluate(IS_ON_TOP)).toBe(true);
  expect(await logo(page).isVisible()).toBe(true);
});

describe('the logo leads home', () => {
  it('a host, from a page of theirs', async () => {
    const page = await testBed.open('/create', testBed.olive);
    await page.getByRole('heading', { level: 1, name: 'Create New Event' }).waitFor();
    expect(await logo(page).getAttribute('href')).toBe('/');
    await logo(page).click();
    await page.getByRole('heading', { level: 1, name: 'Hi Olive' }).waitFor();
    expect(page.url()).toBe(`${baseURL}/`);
  });

  it('a visitor, from a gallery', async () => {
    const eventId = await testBed.newEvent();
    const page = await testBed.open(`/event/${eventId}`);
    await page.getByRole('heading', { level: 1, name: 'Orchard' }).waitFor();
    await logo(page).click();
    await page.getByRole('heading', { level: 1, name: 'Your event, through everyone’s eyes' }).waitFor();
    expect(page.url()).toBe(`${baseURL}/`);
  });
});

/** The letter in the picture's place, and the name beside it. */
const profile = (page: Page) =>
  banner(page)
    .locator('button[aria-haspopup="dialog"]:not([aria-label])')
    .locator('> span')
    .allTextContents();

describe('the profile', () => {
  it('has a host’s first name and its letter, or else the address’s', async () => {
    const maria = await testBed.open('/create', await signIn(baseURL, 'maria'));
    await expect.poll(() => profile(maria)).toEqual(['M', 'maria']);
    const nameless = await signIn(baseURL, '');
    const page = await testBed.open('/create', nameless);
    await expect.poll(() => profile(page)).toEqual([nameless.email.charAt(0).toUpperCase(), nameless.email]);
  });

  it.each([
    [{ name: 'ömer', email: null }, ['Ö', 'ömer']],
    [{ name: '', email: 'zoe@example.com' }, ['Z', 'zoe@example.com']],
    [{ name: '', email: null }, ['U', 'User']],
  ])('has of a guest who is kept here as %o what there is', async (kept, shown) => {
    const { guestId: id, token } = await newGuest(baseURL);
    const { page } = await testBed.newPerson();
    await storeGuest(page, JSON.stringify({ id, token, ...kept }));
    await page.goto('/');
    await expect.poll(() => profile(page)).toEqual(shown);
  });
});
