import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import {
  becomeGuest,
  closeContexts,
  newPerson,
  type Person,
  becomeUser,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { expectFit } from './expect-fit.ts';

// Screens and dialogs at the narrowest width: usable by keyboard alone, no axe violations, no horizontal overflow.

const NARROW = { width: 320, height: 640 };
const baseURL = inject('siteUrl');
let browser: Browser;
let olive: SignedIn;
let host: Person;
let visitor: Person;
/** An event with approved and pending photos, one without any, and one that visitors may not see. */
let full: string;
let empty: string;
let privateEvent: string;

beforeAll(async () => {
  [browser, olive] = await Promise.all([sharedBrowser(), signIn(baseURL, 'Olive')]);
  const newEvent = async (fields: object): Promise<string> =>
    (await olive.post('/api/events', { name: 'Donaudampfschifffahrtsgesellschaft', ...fields })).json.id;
  full = await newEvent({
    privacy: 'public',
    moderationEnabled: true,
    date: '2026-06-30',
    description: 'https://example.com/a-very-long-address-that-nobody-broke-into-lines',
  });
  empty = await newEvent({ privacy: 'public' });
  privateEvent = await newEvent({ privacy: 'private' });
  for (const seed of [1, 2, 3]) {
    const { id } = await upload(olive, full, await jpegFile(seed));
    await waitUntilProcessed(olive, full, id);
    if (seed < 3) await olive.put(`/api/media/${id}/moderate`, { status: 'approved' });
  }
  [host, visitor] = await Promise.all([open(), open()]);
  await becomeUser(host, olive);
});
afterAll(async () => {
  await closeContexts(browser);
});

async function open(): Promise<Person> {
  const person = await newPerson(browser, { viewport: NARROW, baseURL });
  // Keeps file pickers closed.
  person.page.on('filechooser', () => undefined);
  return person;
}

describe('a visitor’s screen fits and has no axe violations:', () => {
  it.each([
    ['landing', () => '/', 'Create Free Event'],
    ['terms', () => '/terms', 'Terms'],
    ['privacy', () => '/privacy', 'Privacy'],
    ['not found', () => '/nowhere', '404 Page Not Found'],
    ['gallery', () => `/event/${full}`, '2 photos'],
    ['empty gallery', () => `/event/${empty}`, 'No photos yet'],
    ['private event', () => `/event/${privateEvent}`, 'Private Event'],
    ['no event', () => '/event/evt_none', 'Event Not Found'],
    ['timeline', () => `/event/${full}/timeline`, 'Getting Started'],
    ['empty timeline', () => `/event/${empty}/timeline`, 'No Timeline Content'],
  ])('%s', async (_, address, text) => {
    await visitor.page.goto(address());
    await visitor.page.getByText(text).first().waitFor();
    // The server-rendered first screen.
    await visitor.page.locator('#plain').waitFor({ state: 'detached' });
    await expectFit(visitor.page);
  });
});

describe('a host’s screen fits and has no axe violations:', () => {
  it.each([
    ['dashboard', () => '/', 'Hi Olive'],
    ['gallery', () => `/event/${full}`, 'Moderate Content (1)'],
    ['moderation', () => `/event/${full}/moderate`, '1 items waiting for review'],
    ['nothing to moderate', () => `/event/${empty}/moderate`, 'All Caught Up!'],
    ['new event', () => '/create', 'Create New Event'],
  ])('%s', async (_, address, text) => {
    await host.page.goto(address());
    await host.page.getByText(text).first().waitFor();
    await expectFit(host.page);
  });

  it('created event', async () => {
    const { page } = host;
    await page.getByLabel(/Event Name/).fill('Rindfleischetikettierungsüberwachung');
    await page.getByLabel(/Event Name/).press('Enter');
    await page.getByRole('heading', { name: 'Event Created Successfully' }).waitFor();
    await expectFit(page);
  });
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
  it.each([
    ['Edit Event', 'dialog'],
    ['Share Event', 'dialog'],
    ['Delete Event', 'alertdialog'],
    ['Open menu', 'dialog'],
  ] as const)('the host’s %s', async (name, role) => {
    const { page } = host;
    await page.goto(`/event/${full}`);
    const title = name === 'Open menu' ? 'Menu' : name;
    await expectKeyboard(page.getByRole('button', { name }), page.getByRole(role, { name: title }));
  });

  it('the lightbox, and the dialog to delete a photo', async () => {
    const { page } = host;
    await page.goto(`/event/${full}`);
    const lightbox = page.getByRole('dialog', { name: 'Photo' });
    await openByKeyboard(page.getByRole('button', { name: /^Photo 1$/ }), lightbox);
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
    await expectFocus(page.getByRole('button', { name: /^Photo 2$/ }));
  });

  it('the details and actions of a photo', async () => {
    const { page } = host;
    await page.goto(`/event/${full}`);
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

  it('the visitor’s Join Event', async () => {
    const { page } = visitor;
    await page.goto('/');
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
