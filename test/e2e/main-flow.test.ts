import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { toasts } from '../../shared/messages.ts';
import { Client } from '../fixtures/api-client.ts';
import { jpegWithExif } from '../fixtures/exif-jpeg.ts';
import { newUser } from '../fixtures/new-user.ts';
import {
  becomeUser,
  DESKTOP,
  closeContexts,
  newPerson,
  PHONE,
  type Person,
  signInOnPage,
  sharedBrowser,
} from '../fixtures/browser.ts';

// From the first event of a host to the deletion of the account of one of the guests.

const baseURL = inject('siteUrl');
const SAMPLES = ['DSCN0010.jpg', 'DSCN0012.jpg', 'DSCN0021.jpg'].map((name) =>
  join('../shared/samples/dates/gps', name),
);

let browser: Browser;
let host: Person;
let guest: Person;
let photos: string[];
let served: Map<string, Promise<Buffer>>;

/** Three photos with date and location: real samples if available, else generated ones. */
async function threePhotos(): Promise<string[]> {
  if (SAMPLES.every((path) => existsSync(path))) return SAMPLES;
  const folder = await mkdtemp(join(tmpdir(), 'photos-'));
  return Promise.all(
    [1, 2, 3].map(async (seed) => {
      const path = join(folder, `photo-${seed}.jpg`);
      await writeFile(path, await jpegWithExif(seed));
      return path;
    }),
  );
}

/** Records everything that the page gets from `/media/`, by path. */
function recordMedia(page: Page): Map<string, Promise<Buffer>> {
  const served = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/media/') || response.status() !== 200) return;
    served.set(
      pathname,
      response.body().catch(() => Buffer.alloc(0)),
    );
  });
  return served;
}

const storedGuest = ({ page }: Person) => page.evaluate(() => localStorage.getItem('guest_credentials'));

const signInFromMenu = async ({ page }: Person, firstName: string): Promise<void> => {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click();
  await signInOnPage(page, { email: `${firstName}@example.com`, firstName, lastName: 'Hopper' });
};

beforeAll(async () => {
  browser = await sharedBrowser();
  host = await newPerson(browser, { viewport: DESKTOP, baseURL });
  guest = await newPerson(browser, { viewport: PHONE, baseURL });
  served = recordMedia(guest.page);
  photos = await threePhotos();
});

afterAll(async () => {
  await closeContexts(browser);
});

/** The address of the event. */
let link: string;

const apiPath = () => `/api${new URL(link).pathname.replace('/event/', '/events/')}`;

/** What the API answers the host of the event. */
const ask = <T>(path: string): Promise<T> =>
  host.page.evaluate(`fetch('${apiPath()}${path}').then((answer) => answer.json())`);

describe('the main flow of a host and a guest', () => {
  it('lets the host sign in and create an unlisted, moderated event', async () => {
    const { page } = host;
    await page.goto('/');
    await page.getByRole('link', { name: 'Create Free Event' }).first().click();
    await signInOnPage(page, { email: 'hannah@example.com', firstName: 'Hannah', lastName: 'Host' });
    await page.getByRole('link', { name: 'My Events' }).click();
    await page.getByRole('heading', { name: 'Hi Hannah' }).waitFor();
    await page.getByText('No events yet').waitFor();
    await page.getByRole('link', { name: 'Create Your First Event' }).click();
    await page.getByRole('heading', { name: 'Create New Event' }).waitFor();
    await page.getByLabel(/Event Name/).fill('Summer party');
    await page.getByRole('radio', { name: /Unlisted/ }).check({ force: true });
    await page.getByRole('checkbox', { name: /Enable Moderation/ }).check({ force: true });
    await page.getByRole('button', { name: 'Create Event', exact: true }).last().click();
    await page.getByText('Event Created Successfully').first().waitFor();
    const href = await page.locator('a[href*="/event/evt_"]').first().getAttribute('href');
    link = new URL(href ?? '', baseURL).href;
    expect(link).toMatch(/\/event\/evt_[a-z2-7]{26}$/);
  });

  it('lets a guest on a phone open the link, give a name and upload three photos', async () => {
    const { page } = guest;
    await page.goto(new URL(link).pathname);
    await page.getByRole('heading', { name: 'Summer party' }).waitFor();
    await page.getByText('No photos yet').waitFor();
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    await page.getByText('Upload as Guest').waitFor();
    await page.getByLabel(/^Name/).fill('Grace');
    const fileChooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Continue as Guest' }).click();
    await (await fileChooser).setFiles(photos);
    await page.getByRole('button', { name: /Upload 3 file/ }).click();
    await page.getByText('Upload Complete!').first().waitFor();
    await expect.poll(() => page.getByText('Pending Approval').count()).toBe(3);
  });

  it('lets somebody whom the host has sent a link become a co-host, and approve a photo', async () => {
    const { page, context } = host;
    await page.getByRole('link', { name: 'View Event Gallery' }).click();
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('button', { name: 'Invite a Co-host' }).click();
    await page.getByRole('button', { name: 'Create Link' }).click();
    const invitation = await page.getByRole('textbox', { name: 'Link for one co-host' }).inputValue();

    // At the same desktop, which is the host's again afterwards.
    const cookies = await context.cookies();
    await becomeUser(host, await newUser(baseURL, 'Cora'));
    await page.goto(invitation);
    await page.getByRole('button', { name: 'Become a Co-host' }).click();
    await page.getByText('You Are a Co-host').waitFor();
    await page.getByRole('button', { name: 'Edit Event' }).waitFor();
    expect(page.url()).toBe(link);
    await page.getByRole('link', { name: 'Moderate Content (3)' }).click();
    await page.getByRole('button', { name: 'Approve photo by Grace' }).first().click();
    await page.getByText('2 items waiting for review').waitFor();
    await page.getByRole('link', { name: 'Back to Gallery' }).click();
    await page.getByRole('link', { name: 'Moderate Content (2)' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete Event' }).count()).toBe(0);
    await expect.poll(async () => (await ask<{ approvedCount: number }>('')).approvedCount).toBe(1);
    await context.addCookies(cookies);
    await page.goto(new URL(link).pathname);
  });

  it('lets the host approve all', async () => {
    const { page } = host;
    await page.getByRole('link', { name: /^Moderate Content/ }).click();
    await page.getByRole('heading', { name: 'Moderation Dashboard' }).waitFor();
    await page.getByText('2 items waiting for review').waitFor();
    await page.getByRole('button', { name: 'Approve All' }).click();
    await page.getByText('All Caught Up!').waitFor();
    expect(await page.getByRole('button', { name: 'Approve All' }).count()).toBe(0);
  });
});

const states = async () => (await ask<{ state: string }[]>('/media')).map(({ state }) => state);

describe('the host', () => {
  it('generates highlights, with a toast', async () => {
    const { page } = host;
    await expect.poll(states).toEqual(['ready', 'ready', 'ready']);
    await page.getByRole('link', { name: 'Back to Gallery' }).click();
    await page.getByRole('button', { name: 'Generate Highlights' }).click();
    await page.getByText(toasts.highlightsGenerated.text).waitFor();
    await page.getByRole('button', { name: 'Highlight 3 of 3' }).waitFor();
    expect(await page.getByRole('button', { name: /^Highlight \d of 3$/ }).count()).toBe(3);
  });
});

describe('the guest', () => {
  it('sees the photos, votes and opens the lightbox', async () => {
    const { page } = guest;
    await page.reload();
    await page.getByText('3 photos').first().waitFor();
    await page.getByRole('button', { name: 'Vote, 0 votes' }).first().click();
    await page.getByRole('button', { name: /1 vote$/ }).waitFor();
    await page.getByRole('link', { name: /^Photo 1$/ }).click();
    await page.getByText('1 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 of 3').waitFor();
    expect(await page.getByText('1 of 3').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Photo' }).waitFor({ state: 'detached' });
  });

  it('opens highlights by keyboard, with their reason, and gets the focus back', async () => {
    const { page } = guest;
    const second = page.getByRole('button', { name: 'Highlight 2 of 3' });
    await second.focus();
    await page.keyboard.press('Enter');
    const lightbox = page.getByRole('dialog', { name: 'Photo' });
    await lightbox.getByText('2 of 3').waitFor();
    await lightbox.getByText(/^Picked because .*\.$/).waitFor();
    await page.keyboard.press('ArrowRight');
    await lightbox.getByText('3 of 3').waitFor();
    await page.keyboard.press('Escape');
    const third = page.getByRole('button', { name: 'Highlight 3 of 3' });
    await expect.poll(() => third.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it('gets no camera metadata in pictures', async () => {
    const files = await Promise.all(served.values());
    expect(files.length).toBeGreaterThan(0);
    for (const bytes of files) {
      const marks = ['Exif', 'GPS', 'http://ns.adobe.com', 'NIKON'].filter((mark) => bytes.includes(mark));
      expect(marks).toEqual([]);
    }
  });
});

const expectFocus = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element.matches(':focus')), { timeout: 20_000 }).toBe(true);

async function pressEnterOn(link: Locator): Promise<void> {
  await link.focus();
  await link.press('Enter');
}

// If the focus were lost when the page changes, keyboard users would start from the top and screen readers would fall silent.
describe('a new page', () => {
  it('has its title and focuses its heading, also on back navigation', async () => {
    const { page } = host;
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
    await pressEnterOn(page.getByRole('link', { name: 'People', exact: true }));
    await expectFocus(heading('People'));
    expect(await page.title()).toBe('People · Gatherlens');
    await pressEnterOn(page.getByRole('link', { name: 'My Events' }));
    await expectFocus(heading('Hi Hannah'));
    expect(await page.title()).toBe('My Events · Gatherlens');
    await page.goBack();
    await expectFocus(heading('People'));
    await pressEnterOn(page.getByRole('link', { name: 'Back to Gallery' }));
    await expectFocus(heading('Summer party'));
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await pressEnterOn(page.getByRole('link', { name: 'Relive it as a timeline' }));
    await expectFocus(heading(/ - Timeline$/));
    await page.getByRole('link', { name: /Back to Gallery/ }).click();
  });
});

describe('the numbers', () => {
  it('are one press away, and are saved as a picture of the photos', async () => {
    const { guestId, token } = await guest.page.evaluate(() => {
      const { id, token } = JSON.parse(localStorage.getItem('guest_credentials') ?? '{}');
      return { guestId: id, token };
    });
    await new Client(baseURL).post(`${apiPath()}/archive`, { guestId, token });
    const { page } = host;
    await page.getByRole('link', { name: 'Numbers' }).first().click();
    await page.getByRole('heading', { name: 'Numbers', level: 1 }).waitFor();
    const totals = page.getByRole('list', { name: 'Totals' });
    await totals.waitFor();
    // Grace and the co-host.
    expect((await totals.innerText()).replaceAll(/\s+/g, ' ')).toBe('3 photos 1 contributor 2 guests');
    await page.getByText('1 person downloaded all').waitFor();
    await page.getByRole('img', { name: /^Summer party: 3 photos/ }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as picture' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('summer-party.png');
    const file = await readFile(await download.path());
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1080, 1350]);
    // Paper at the bottom, a photo at the top.
    const pixel = (x: number, y: number) => [...data.subarray((y * 1080 + x) * 3, (y * 1080 + x) * 3 + 3)];
    expect(pixel(20, 1340)).toEqual([0xfa, 0xf6, 0xf0]);
    expect(pixel(300, 300)).not.toEqual([0xfa, 0xf6, 0xf0]);
    await page.getByRole('link', { name: /Back to Gallery/ }).click();
  });
});

describe('the people of an event', () => {
  it('are shown to the owner by name, and can be removed by keyboard and restored', async () => {
    const { page } = host;
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('heading', { name: 'People', exact: true }).waitFor();
    await page.getByText('Hannah Host').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Grace' }).innerText()).toMatch(
      /Guest[^]*Joined [^]*3 uploads/,
    );
    await page.getByRole('button', { name: 'Remove Grace' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Remove Person' });
    await question.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Blocked').waitFor();

    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.getByRole('button', { name: 'Restore Grace' }).click();
    await page.getByRole('button', { name: 'Remove Grace' }).waitFor();
  });
});

describe('a guest who signs in', () => {
  it('moves photos and votes to the account, and the browser is no longer a guest', async () => {
    const { page } = guest;
    await signInFromMenu(guest, 'grace');
    await page.getByText('Take your photos along?').waitFor();
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Move to My Account' }).click();
    await page.getByText('Moved to Your Account').waitFor();
    expect(await storedGuest(guest)).toBeNull();
    expect(await page.getByText('Take your photos along?').count()).toBe(0);
    const voted = page.getByRole('button', { name: 'Vote, 1 vote', pressed: true });
    await voted.first().waitFor();
  });
});

describe('deleting an account', () => {
  it('can delete the photos, too, works by keyboard, and signs out', async () => {
    const { page } = guest;
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'grace' }).click();
    await page.getByRole('button', { name: 'Delete Account' }).press('Enter');
    await page.locator('button:focus', { hasText: 'Cancel' }).waitFor();
    // Back to the radio buttons.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Delete them, too' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your account is deleted.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Create Free Event' }).waitFor();
    await expect.poll(async () => (await ask<{ mediaCount: number }>('')).mediaCount).toBe(0);
  });
});

it('logs no errors', () => {
  const consoleErrors = [host, guest].flatMap((person) => person.consoleErrors);
  // The browser's messages about refused requests, which the tests above provoke.
  const refusedRequest = /Failed to load resource: the server responded with a status of 403/;
  expect(consoleErrors.filter((line) => !refusedRequest.test(line))).toEqual([]);
});
