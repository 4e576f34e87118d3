import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../fixtures/users-and-guests.ts';
import { PHONE } from '../fixtures/browser.ts';
import { whileHeld, qrFacts, expectVisible } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// The exact texts that a host reads on the way to a new event on a phone.

const { newPerson } = newTestBed('Quay');

describe('a host', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await newPerson(await signIn(baseURL, 'Olive'), PHONE));
  });

  it('has no events yet', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Hi Olive', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Create Your First Event', exact: true }).click();
    await page.getByRole('heading', { name: 'Create New Event' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/create');
  });

  it('creates an event and gets its facts, link and QR code', async () => {
    const form = page.locator('form');
    await form.getByLabel('Event Name').fill('Boathouse');
    await form.getByLabel('Event Date').fill('2026-06-20');
    await form.getByRole('checkbox', { name: 'Enable Moderation' }).check();
    await form.getByRole('checkbox', { name: 'Paid Event' }).check();
    await form.getByLabel(/^Event Price/).fill('7.5');
    await whileHeld(page, ['POST', '**/api/events'], async () => {
      await form.getByRole('button', { name: 'Create Event' }).click();
      await form.getByRole('button', { name: 'Creating Event...', exact: true }).waitFor();
    });
    await page.getByRole('heading', { name: 'Event Created Successfully', exact: true }).waitFor();
    // It would lie over the menu.
    await expectToast(page, 'Event Created', 'Your event has been created successfully!');
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
