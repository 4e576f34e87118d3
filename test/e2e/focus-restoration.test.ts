import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Person } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// Where the focus goes when the page changes. If it were lost, keyboard users would
// start from the top and screen readers would fall silent.

const POLL_OPTIONS = { timeout: 20_000 };
const testBed = newTestBed('Meadow');
let host: Person;
let page: Page;
let eventId: string;

beforeAll(async () => {
  host = await testBed.newPerson(testBed.olive);
  ({ page } = host);
  eventId = await testBed.newEvent();
  await testBed.fill(eventId, 1);
});

const expectFocus = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element.matches(':focus')), POLL_OPTIONS).toBe(true);

async function pressEnterOn(button: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}

it('sets the title of a new page and focuses its heading, also on back navigation', async () => {
  await page.goto(`/event/${eventId}`);
  await pressEnterOn(page.getByRole('link', { name: 'People', exact: true }));
  await expectFocus(page.getByRole('heading', { level: 1, name: 'People' }));
  expect(await page.title()).toBe('People · Gatherlens');
  await pressEnterOn(page.getByRole('link', { name: 'My Events' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Hi Olive' }));
  expect(await page.title()).toBe('My Events · Gatherlens');
  await page.goBack();
  await expectFocus(page.getByRole('heading', { level: 1, name: 'People' }));
  await pressEnterOn(page.getByRole('link', { name: 'Back to Gallery' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: /./ }));
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await pressEnterOn(page.getByRole('link', { name: 'Relive it as a timeline' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: / - Timeline$/ }));
});

it('logs no errors', () => {
  expect(host.consoleErrors).toEqual([]);
});
