import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../fixtures/users-and-guests.ts';
import { PHONE } from '../fixtures/browser.ts';
import { whileHeld, qrFacts, expectVisible } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press } from './toast-steps.ts';

// The exact texts that a host reads on the way to a new event on a phone.

const { newPerson } = newTestBed('Quay');

/** Expects the current page to be marked in the navigation, before and after following a link, which closes the drawer. */
async function expectNavigation(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Menu' });
  const openMenu = async () => {
    await press(page, 'Open menu');
    await bar.getByRole('link').first().waitFor();
  };
  const marked = () => bar.locator('[aria-current="page"]').allInnerTexts();
  await openMenu();
  expect(await bar.getByRole('link').allInnerTexts()).toEqual(['My Events', 'Create Event']);
  expect(await marked()).toEqual(['My Events']);
  await bar.getByRole('link', { name: 'Create Event' }).click();
  await page.getByRole('heading', { name: 'Create New Event' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await openMenu();
  expect(await marked()).toEqual(['Create Event']);
  await page.getByRole('button', { name: 'Olive' }).waitFor();
  const out = page.getByRole('link', { name: 'Sign Out', exact: true });
  expect(await out.getAttribute('href')).toBe('/api/logout');
  await page.keyboard.press('Escape');
}

describe('a host', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await newPerson(await signIn(baseURL, 'Olive'), PHONE));
  });

  it('is greeted, and sees six skeletons before the empty list', async () => {
    const list = page.getByRole('list', { name: 'My Events' });
    await whileHeld(page, ['GET', '**/api/events'], async () => {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Hi Olive', exact: true }).waitFor();
      expect(await list.getAttribute('aria-busy')).toBe('true');
      expect(await list.getByRole('listitem').count()).toBe(6);
    });
    await expectVisible(page, 'No events yet');
    const first = page.getByRole('link', { name: 'Create Your First Event', exact: true });
    expect(await first.getAttribute('href')).toBe('/create');
  });

  it('has the current page marked in the drawer', () => expectNavigation(page));

  it('gets a form for a new event with validation messages', async () => {
    await expectVisible(page, 'Create New Event', 'Event Information');
    const form = page.locator('form');
    expect(await form.locator('label, legend').allInnerTexts()).toEqual([
      'Event Name *',
      'Description',
      'Event Date',
      'Event Type',
      'Privacy Setting',
      'Private',
      'Unlisted',
      'Public',
      'Enable Moderation',
      'Paid Event',
    ]);
    expect(await form.getByLabel('Event Type').locator('option').allTextContents()).toEqual([
      'Choose a type',
      'Wedding',
      'Birthday Party',
      'Family Reunion',
      'Corporate Event',
      'Concert',
      'Graduation',
      'Other',
    ]);
    expect(await form.getByRole('radio', { name: 'Private' }).isChecked()).toBe(true);
    expect(await form.getByLabel('Event Date').getAttribute('type')).toBe('date');
    await expectVisible(page, 'Only people with the link can access', 'Hidden from public listings');
    await expectVisible(page, 'Anyone can view and upload');
    await form.getByRole('checkbox', { name: 'Paid Event' }).check();
    const price = form.getByLabel(/^Event Price \(USD\)/);
    const rules = ['type', 'step', 'min', 'required'].map((name) => price.getAttribute(name));
    expect(await Promise.all(rules)).toEqual(['number', '0.01', '0', '']);
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectVisible(page, 'Event name is required');
    await expectVisible(page, 'Price is required and must be a valid number greater than 0 for paid events');
  });

  it('creates an event and gets its facts, link and QR code', async () => {
    const form = page.locator('form');
    await form.getByLabel('Event Name').fill('Boathouse');
    await form.getByLabel('Event Date').fill('2026-06-20');
    await form.getByRole('checkbox', { name: 'Enable Moderation' }).check();
    await form.getByLabel(/^Event Price/).fill('7.5');
    await whileHeld(page, ['POST', '**/api/events'], async () => {
      await form.getByRole('button', { name: 'Create Event' }).click();
      await form.getByRole('button', { name: 'Creating Event...', exact: true }).waitFor();
    });
    await page.getByRole('heading', { name: 'Event Created Successfully', exact: true }).waitFor();
    const facts = await page.locator('dl > div').allInnerTexts();
    expect(facts.map((fact) => fact.replace(/\s+/g, ' '))).toEqual([
      'Event Name Boathouse',
      'Date June 20, 2026',
      'Privacy Private',
      'Moderation Enabled',
      'Price $7.50',
    ]);
    await expectVisible(page, 'Guests must pay $7.50 to access the gallery.');
    const link = page.getByRole('link', { name: /\/event\/evt_/ });
    const gallery = page.getByRole('link', { name: 'View Event Gallery', exact: true });
    expect(await link.innerText()).toBe(baseURL + (await gallery.getAttribute('href')));
    expect(await link.getAttribute('href')).toBe(await link.innerText());
    const code = page.getByRole('img', { name: 'QR code of the event link' });
    expect(await qrFacts(code)).toEqual({ width: 256, colours: ['1f2937', 'ffffff'], marginModules: 2 });
    const saving = page.waitForEvent('download');
    await press(page, 'Download QR');
    expect((await saving).suggestedFilename()).toBe('boathouse-qr.png');
  });

  it('finds the new event in the refetched list', async () => {
    await press(page, 'Open menu');
    await page.getByRole('link', { name: 'My Events' }).click();
    const card = page.getByRole('list', { name: 'My Events' }).getByRole('link');
    expect(await card.innerText()).toMatch(/^June 20, 2026\s+Boathouse\s+Private\s+0 photos$/);
    expect(await card.getAttribute('href')).toMatch(/^\/event\/evt_/);
  });
});
