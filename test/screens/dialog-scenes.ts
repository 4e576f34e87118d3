import type { Page } from 'playwright-core';
import { jpegWithExif } from '../fixtures/exif-jpeg.ts';
import { at, ownersTool, press, type Scene } from './scene.ts';

/** Not a video: a click in its middle plays it in the tile. */
const openFirst = press('link', /^Photo \d+$/);

/** Selects files in the upload dialog. */
export async function choose(page: Page, names: readonly string[]): Promise<void> {
  await press('button', 'Add Media')(page);
  const dialog = page.getByRole('dialog', { name: 'Upload Media' });
  const files = names.map(async (name, seed) => ({
    name,
    mimeType: name.endsWith('.jpg') ? 'image/jpeg' : 'text/plain',
    buffer: Buffer.from(await jpegWithExif(seed + 50)),
  }));
  await dialog.locator('input[type=file][multiple]').setInputFiles(await Promise.all(files));
  await dialog.getByText(names[0] ?? '').waitFor();
}

const PHOTOS = ['The first dance.jpg', 'IMG_20260815_223144_panorama_of_the_whole_garden.jpg', 'Cake.jpg'];

/** Starts the upload while matching calls get no response. */
const send = (blocked: string) => async (page: Page) => {
  // Afterwards something is always under way.
  await page.waitForLoadState('networkidle');
  await page.route(blocked, (route) =>
    route.request().url().includes('/api/') ? undefined : route.continue(),
  );
  await choose(page, PHOTOS);
  await page.getByRole('button', { name: /^Upload \d file/ }).click();
  await page.getByText(/^\d of \d safe/).waitFor();
};

/** Dialogs and other overlays. */
export const dialogScenes: readonly Scene[] = [
  { name: 'landing-join', role: 'visitor', path: '/', steps: press('button', 'Join Event') },
  { name: 'lightbox', role: 'guest', path: at('wedding'), steps: openFirst },
  { name: 'guest-name', role: 'visitor', path: at('small'), steps: press('button', 'Add Media') },
  { name: 'upload', role: 'guest', path: at('small'), steps: press('button', 'Add Media') },
  { name: 'edit', role: 'host', path: at('wedding'), steps: ownersTool('Edit Event') },
  { name: 'share', role: 'host', path: at('wedding'), steps: ownersTool('Share Event') },
  { name: 'delete', role: 'host', path: at('small'), steps: ownersTool('Delete Event') },
  {
    name: 'lightbox-video',
    role: 'guest',
    path: at('wedding'),
    steps: async (page) => {
      // By keyboard, because a click in the middle plays it in the tile.
      await page
        .getByRole('link', { name: /^Video \d+$/ })
        .first()
        .press('Enter');
      await page.getByRole('dialog', { name: 'Video' }).locator('video').waitFor();
    },
  },
  {
    name: 'lightbox-highlight',
    role: 'guest',
    path: at('wedding'),
    steps: press('button', /^Highlight 1 of/),
  },
  { name: 'lightbox-host', role: 'host', path: at('wedding'), steps: openFirst },
  {
    name: 'delete-media',
    role: 'host',
    path: at('wedding'),
    steps: async (page) => {
      await openFirst(page);
      await page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Delete' }).click();
    },
  },
  { name: 'upload-chosen', role: 'guest', path: at('small'), steps: (page) => choose(page, PHOTOS) },
  {
    name: 'upload-refused',
    role: 'guest',
    path: at('small'),
    steps: async (page) => {
      await choose(page, [...PHOTOS, 'Guest list.txt', 'Seating plan.txt']);
      await page.getByRole('list', { name: 'Left out' }).waitFor();
    },
  },
  {
    name: 'gallery-live-updates',
    role: 'guest',
    path: at('small'),
    steps: async (page) => {
      // Polling starts long after everything else has loaded.
      await page.locator('output[data-news]').waitFor({ state: 'attached', timeout: 60_000 });
      const elsewhere = await page.context().newPage();
      await elsewhere.goto(page.url());
      await choose(elsewhere, ['Encore.jpg']);
      await elsewhere.getByRole('button', { name: /^Upload \d file/ }).click();
      await elsewhere.getByText(/^Upload Complete! Your/).waitFor();
      await elsewhere.close();
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
      await page.getByRole('button', { name: /new photos?$/ }).waitFor();
    },
  },
  { name: 'upload-progress', role: 'guest', path: at('small'), steps: send('**/api/objects/upload/guest') },
  {
    name: 'upload-failed',
    role: 'guest',
    path: at('small'),
    steps: async (page) => {
      await choose(page, ['Cake.jpg']);
      const bytes = Buffer.from('Not a photo');
      const input = page.getByRole('dialog', { name: 'Upload Media' }).locator('input[type=file][multiple]');
      await input.setInputFiles({ name: 'Broken.jpg', mimeType: 'image/jpeg', buffer: bytes });
      await page.getByRole('button', { name: 'Upload 2 file(s)' }).click();
      await page.getByRole('region', { name: 'Uploads' }).waitFor();
    },
  },
  {
    name: 'download',
    role: 'guest',
    path: at('wedding'),
    steps: async (page) => {
      await press('button', 'Download All')(page);
      await page.getByText(/ MB$/).first().waitFor();
    },
  },
  {
    name: 'download-ready',
    role: 'guest',
    path: at('wedding'),
    steps: async (page) => {
      await press('button', 'Download All')(page);
      await press('button', /^For chats/)(page);
      await page.getByText('Your download has started.').waitFor();
    },
  },
  { name: 'menu', role: 'host', path: '/', steps: press('button', /^(?:Open menu|Hannah)/) },
  {
    name: 'account',
    role: 'person',
    path: '/',
    steps: async (page) => {
      const menu = page.getByRole('button', { name: 'Open menu' });
      if (await menu.isVisible()) await menu.click();
      await press('button', 'Sam')(page);
      await page.getByRole('button', { name: 'Delete Account' }).click();
    },
  },
  {
    name: 'guest-data',
    role: 'guest',
    path: '/privacy',
    steps: async (page) => {
      await press('button', /^Your Data/)(page);
      await page.getByRole('dialog', { name: 'You are a guest' }).waitFor();
    },
  },
  { name: 'pay-as-guest', role: 'visitor', path: at('paid'), steps: press('link', /^Pay /) },
  {
    name: 'remove-person',
    role: 'host',
    path: at('wedding', '/people'),
    steps: press('button', /^Remove Grace/),
  },
  {
    name: 'remove-idle-people-paused',
    role: 'host',
    path: at('paused', '/people'),
    steps: press('button', 'Remove everybody without uploads'),
  },
  {
    name: 'remove-recent-guests',
    role: 'host',
    path: at('paused', '/people'),
    steps: async (page) => {
      await press('button', 'Remove recent guests')(page);
      await page.getByRole('radio', { name: 'In the last hour' }).click();
      await page.getByRole('button', { name: /^Remove \d+ people$/ }).waitFor();
    },
  },
  { name: 'refund', role: 'host', path: at('paid', '/payments'), steps: press('button', /^Refund /) },
];
