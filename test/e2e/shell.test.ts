import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// The navigation bar of every page.

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
