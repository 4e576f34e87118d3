import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PHONE } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// Swiping in the lightbox: the photo follows the finger, and from 50 px on gives way to its neighbour.

const testBed = newTestBed('Barn');
let page: Page;
let finger: CDPSession;

beforeAll(async () => {
  const eventId = await testBed.newEvent();
  await testBed.add(eventId, [1, 2, 3]);
  const person = await testBed.newPerson(undefined, PHONE);
  page = person.page;
  finger = await person.context.newCDPSession(page);
  await page.goto(`/event/${eventId}`);
  await page.getByRole('link', { name: /^Photo 1$/ }).tap();
  await page.getByText('1 of 3').waitFor();
});

const START = { x: 200, y: 400 };

async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', distance = 0): Promise<void> {
  const touchPoints = type === 'touchEnd' ? [] : [{ ...START, x: START.x + distance }];
  await finger.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** Puts a finger on the photo and moves it horizontally. */
async function drag(distance: number): Promise<void> {
  // Wait for the animation from the tile to finish.
  await expect.poll(photoOffset).toBe(0);
  await touch('touchStart');
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', distance * share);
}

/** Horizontal offset of the photo from its resting position, which is the left edge of the screen. */
const photoOffset = () =>
  page
    .locator('dialog [data-large]')
    .evaluate((photo) => Math.round(photo.getBoundingClientRect().left))
    .catch(() => undefined);

it.each([
  ['returns after a short swipe', -48],
  ['moves less than the finger if there is no neighbour', 160],
])('%s', async (_, distance) => {
  await drag(distance);
  await expect.poll(photoOffset).toBe(distance < 0 ? distance : distance / 4);
  await touch('touchEnd');
  await expect.poll(photoOffset).toBe(0);
  expect(await page.getByText('1 of 3').isVisible()).toBe(true);
});

it('gives way to the next photo, and there are no side buttons', async () => {
  const side = page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Next' });
  expect(await side.evaluate((button) => button.computedStyleMap().get('opacity')?.toString())).toBe('0');
  await drag(-120);
  await expect.poll(photoOffset).toBe(-120);
  await touch('touchEnd');
  await page.getByText('2 of 3').waitFor();
  await expect.poll(photoOffset).toBe(0);
  await drag(120);
  await touch('touchEnd');
  await page.getByText('1 of 3').waitFor();
});
