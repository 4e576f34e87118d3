import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { jpegWithExif } from '../fixtures/exif-jpeg.ts';
import {
  DESKTOP,
  closeContexts,
  newPerson,
  PHONE,
  type Person,
  signInOnPage,
  sharedBrowser,
} from '../fixtures/browser.ts';

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

describe('the main flow of a host and a guest', () => {
  let link: string;

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

  it('lets the host approve all', async () => {
    const { page } = host;
    await page.goto(new URL(link).pathname);
    await page.getByRole('link', { name: 'Moderate Content (3)' }).click();
    await page.getByRole('heading', { name: 'Moderation Dashboard' }).waitFor();
    await page.getByText('3 items waiting for review').waitFor();
    await page.getByRole('button', { name: 'Approve All' }).click();
    await page.getByText('All Caught Up!').waitFor();
    expect(await page.getByRole('button', { name: 'Approve All' }).count()).toBe(0);
  });

  it('lets the guest see the photos, vote and open the lightbox', async () => {
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
  });

  it('serves no camera metadata in pictures', async () => {
    const files = await Promise.all(served.values());
    expect(files.length).toBeGreaterThan(0);
    for (const bytes of files) {
      const marks = ['Exif', 'GPS', 'http://ns.adobe.com', 'NIKON'].filter((mark) => bytes.includes(mark));
      expect(marks).toEqual([]);
    }
  });

  it('logs no errors', () => {
    expect({ host: host.consoleErrors, guest: guest.consoleErrors }).toEqual({ host: [], guest: [] });
  });
});
