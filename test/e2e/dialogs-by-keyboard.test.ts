import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import { becomeGuest, openLanding, type Person } from '../fixtures/browser.ts';
import { violationsInBothThemes } from './axe.ts';
import { expectFit } from './expect-fit.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// Dialogs at the narrowest width: usable by keyboard alone, no horizontal overflow.

const NARROW = { width: 320, height: 640 };
const testBed = newTestBed('Donaudampfschifffahrtsgesellschaft');
let host: Person;
let visitor: Person;
/** An event with an approved photo and a pending one, which is the first. */
let full: string;
let empty: string;

beforeAll(async () => {
  full = await testBed.newEvent({ moderationEnabled: true });
  empty = await testBed.newEvent();
  const [approved] = await testBed.add(full, [1, 2]);
  await testBed.olive.put(`/api/media/${approved}/moderate`, { status: 'approved' });
  [host, visitor] = await Promise.all([
    testBed.newPerson(testBed.olive, NARROW),
    testBed.newPerson(undefined, NARROW),
  ]);
  // Keeps file pickers closed.
  visitor.page.on('filechooser', () => undefined);
});

const expectFocus = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element.matches(':focus'))).toBe(true);

/** Expects Tab and Shift+Tab to stay in the top dialog. */
async function expectTrap(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const isInside = () => dialog.evaluate((element) => element.matches(':focus-within'));
  const stops = await dialog.locator('a[href], button, input, select, textarea').count();
  for (let step = 0; step <= stops; step += 1) {
    await page.keyboard.press('Tab');
    expect(await isInside()).toBe(true);
  }
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await isInside()).toBe(true);
  }
}

async function openByKeyboard(opener: Locator, dialog: Locator): Promise<void> {
  await opener.focus();
  await opener.page().keyboard.press('Enter');
  await dialog.waitFor();
}

/** Expects a dialog to open by Enter, trap the focus, close by Escape, and restore the focus. */
async function expectKeyboard(opener: Locator, dialog: Locator): Promise<void> {
  const page = opener.page();
  await openByKeyboard(opener, dialog);
  await expectFit(page);
  await expectTrap(dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(opener);
}

describe('usable by keyboard alone:', () => {
  beforeAll(async () => {
    await host.page.goto(`/event/${full}`);
  });

  it.each([
    ['Edit Event', 'dialog'],
    ['Share Event', 'dialog'],
    ['Delete Event', 'alertdialog'],
    ['Open menu', 'dialog'],
  ] as const)('the host’s %s', async (name, role) => {
    const { page } = host;
    const title = name === 'Open menu' ? 'Menu' : name;
    await expectKeyboard(page.getByRole('button', { name }), page.getByRole(role, { name: title }));
  });

  it('the details and actions of a photo', async () => {
    const { page } = host;
    const tile = page.locator('main li[data-index="0"]');
    const download = tile.getByRole('link', { name: 'Download' });
    const details = tile.getByRole('button', { name: 'Details', expanded: false });
    await details.waitFor();
    expect(await download.count()).toBe(0);
    await details.press('Enter');
    await tile.getByText('Contributor').waitFor();
    expect(await download.getAttribute('href')).toMatch(/^\/api\/media\/med_\w+\/download/);
    // The disabled heart of a pending photo takes no focus.
    await tile.getByRole('button', { name: 'Details', expanded: true }).press('Shift+Tab');
    await expectFocus(tile.getByRole('button', { name: 'Delete' }));
    await expectFit(page);
  });

  it('the lightbox, and the dialog to delete a photo', async () => {
    const { page } = host;
    const lightbox = page.getByRole('dialog', { name: 'Photo' });
    await openByKeyboard(page.getByRole('link', { name: /^Photo 1$/ }), lightbox);
    await lightbox.getByText('1 of').waitFor();
    await expectKeyboard(
      lightbox.getByRole('button', { name: 'Delete' }),
      page.getByRole('alertdialog', { name: 'Delete Media' }),
    );
    await expectTrap(lightbox);
    await page.keyboard.press('ArrowRight');
    await lightbox.getByText('2 of').waitFor();
    await page.keyboard.press('Escape');
    await lightbox.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('link', { name: /^Photo 2$/ }));
  });

  it('the visitor’s Join Event', async () => {
    const { page } = visitor;
    await openLanding(page);
    const opener = page.getByRole('button', { name: 'Join Event' }).first();
    await expectKeyboard(opener, page.getByRole('dialog', { name: 'Join Event' }));
  });

  it('the visitor’s Upload as Guest', async () => {
    const { page } = visitor;
    await page.goto(`/event/${empty}`);
    const opener = page.getByRole('button', { name: 'Add Media' }).first();
    await expectKeyboard(opener, page.getByRole('dialog', { name: 'Upload as Guest' }));
  });

  it('the upload dialog, which Escape does not close while uploading', async () => {
    const { page } = visitor;
    await becomeGuest(visitor, await newGuest(baseURL), 'Grace');
    await page.goto(`/event/${empty}`);
    const opener = page.getByRole('button', { name: 'Add Media' }).first();
    const dialog = page.getByRole('dialog', { name: 'Upload Media' });
    await expectKeyboard(opener, dialog);

    const held = Promise.withResolvers<void>();
    await page.route('**/api/objects/upload/guest', async (route) => {
      await held.promise;
      await route.continue();
    });
    await openByKeyboard(opener, dialog);
    expect(await violationsInBothThemes(page)).toEqual([]);
    const { name, type: mimeType, bytes: buffer } = await jpegFile(4);
    await dialog.locator('input[type=file][multiple]').setInputFiles({ name, mimeType, buffer });
    await dialog.getByRole('button', { name: 'Upload 1 file(s)' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('0 of 1 safe').waitFor();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await expectFit(page);
    held.resolve();
    await dialog.getByText('Upload Complete! Your files are being processed...').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(opener);
  });
});
