import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLanding } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';

// The landing page's sample event form and its buttons without an action.

const testBed = newTestBed('Sample');

const ACTIONLESS = [
  'Get Started',
  'Upgrade to Premium',
  'Start Group Plan',
  'Contact Sales',
  'View Demo',
  'Copy Link',
  'Download QR',
];

let page: Page;

/** Opens the landing page and waits until it is interactive and its lazy parts have loaded. */
beforeAll(async () => {
  ({ page } = await testBed.newPerson());
  await openLanding(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Join Event' }).first().click();
  await dialog.getByText('Public events').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Images load lazily.
  for (const picture of await page.locator('main img').all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
});

describe('the sample event', () => {
  it('has a static QR code and a sample link', async () => {
    const code = page.getByRole('img', { name: 'Sample QR code' });
    expect(await code.getAttribute('src')).toMatch(/^\/assets\/sample-qr-[\w-]+\.svg$/);
    const drawnWidth = () => code.evaluate((image) => ('naturalWidth' in image ? image.naturalWidth : 0));
    expect(await drawnWidth()).toBeGreaterThan(0);
    expect(await page.getByText('gatherlens.example/event/anna-and-jonas', { exact: true }).isVisible()).toBe(
      true,
    );
    // Typing does not change it.
    const before = await code.getAttribute('src');
    await page.getByRole('textbox', { name: 'Event Name' }).fill('Midsummer');
    expect(await code.getAttribute('src')).toBe(before);
    await page.getByText('gatherlens.example/event/anna-and-jonas', { exact: true }).waitFor();
  });

  it('accepts any input and requires none', async () => {
    const sample = page.getByRole('group', { name: 'Sample event' });
    const checkedRadio = sample.getByRole('radio', { checked: true });
    for (const name of ['Public', 'Unlisted', 'Private']) {
      const radio = sample.getByRole('radio', { name });
      await radio.check();
      expect([name, await radio.isChecked(), await checkedRadio.count()]).toEqual([name, true, 1]);
    }
    await sample.getByRole('checkbox', { name: 'Enable Moderation' }).check();
    const types = sample.getByLabel('Event Type').locator('option');
    expect(await types.allTextContents()).toEqual([
      'Wedding',
      'Birthday Party',
      'Family Reunion',
      'Corporate Event',
      'Concert',
      'Other',
    ]);
    const controls = sample.locator('input, select, textarea');
    expect(await controls.count()).toBe(7);
    const constraints =
      ':required, [aria-required], [min], [max], [step], [minlength], [maxlength], [pattern]';
    expect(await controls.and(page.locator(constraints)).count()).toBe(0);
    await sample.getByRole('textbox', { name: 'Event Name' }).fill('');
    expect(await controls.and(page.locator(':invalid, [aria-invalid]')).count()).toBe(0);
  });
});

it('has buttons without an action that change, send and download nothing', async () => {
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
