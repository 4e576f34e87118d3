import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person } from '../fixtures/browser.ts';
import { newTestBed } from './test-bed.ts';
import { smallJpeg } from '../fixtures/uploads.ts';

// Where the focus goes when the focused element is removed or the page changes. If it were lost, keyboard users would
// start from the top and screen readers would fall silent.

const POLL_OPTIONS = { timeout: 20_000 };
const testBed = newTestBed('Meadow');
let host: Person;
let page: Page;
/** An event whose four photos are deleted by and by. */
let eventId: string;

beforeAll(async () => {
  host = await testBed.newPerson(testBed.olive);
  ({ page } = host);
  eventId = await newEvent(4);
});

/** Creates an event with this many photos; `photo-1.jpg` is the oldest. */
async function newEvent(photos: number, fields: object = {}): Promise<string> {
  const id = await testBed.newEvent(fields);
  await testBed.add(
    id,
    Array.from({ length: photos }, (_, index) => index + 1),
  );
  return id;
}

const expectFocus = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element.matches(':focus')), POLL_OPTIONS).toBe(true);

async function pressEnterOn(button: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}

async function confirm(): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Delete Media' });
  await pressEnterOn(question.getByRole('button', { name: 'Delete' }));
  await question.waitFor({ state: 'detached' });
}

/** The delete button of the first photo is only rendered once the photo has keyboard focus. */
async function pressEnterOnDelete(): Promise<void> {
  await page.keyboard.press('Shift');
  await photo(1).focus();
  await pressEnterOn(page.locator('main li[data-index="0"]').getByRole('button', { name: 'Delete' }));
}

const photo = (number: number) => page.getByRole('link', { name: new RegExp(`^Photo ${number}$`) });

describe('selecting files', () => {
  it('moves the focus when a file is removed, and when the upload starts', async () => {
    await page.clock.install();
    await page.goto(`/event/${await newEvent(0)}`);
    const fileChooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    await fileChooser;
    const dialog = page.getByRole('dialog', { name: 'Upload Media' });
    const files = await Promise.all(
      [7, 8, 9].map(async (seed) => ({
        name: `${seed}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await smallJpeg(seed),
      })),
    );
    await dialog.locator('input[type=file][multiple]').setInputFiles(files);
    const rows = dialog.getByRole('list', { name: 'Selected files' }).getByRole('listitem');
    await pressEnterOn(dialog.getByRole('button', { name: 'Remove 7.jpg' }));
    await expectFocus(rows.filter({ hasText: '8.jpg' }));
    await pressEnterOn(dialog.getByRole('button', { name: 'Remove 9.jpg' }));
    await expectFocus(rows.filter({ hasText: '8.jpg' }));
    await pressEnterOn(dialog.getByRole('button', { name: 'Upload 1 file(s)' }));
    await expectFocus(dialog.locator(':focus').filter({ has: page.getByRole('list', { name: 'Files' }) }));
    await dialog.getByText('Upload Complete!', { exact: true }).waitFor();
    // The dialog says so for two seconds before it closes.
    await page.clock.fastForward(2000);
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('button', { name: 'Add Media' }).first());
  });
});

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

describe('deleting', () => {
  it('in the lightbox keeps the focus there, and its keys still work', async () => {
    await page.goto(`/event/${eventId}`);
    await pressEnterOn(photo(2));
    const lightbox = page.getByRole('dialog', { name: 'Photo' });
    await lightbox.getByText('2 of 4').waitFor();
    await pressEnterOn(lightbox.getByRole('button', { name: 'Delete' }));
    await confirm();
    await lightbox.getByText('2 of 3').waitFor();
    await expectFocus(lightbox.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('ArrowRight');
    await lightbox.getByText('3 of 3').waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(photo(3));
  });

  it('in the gallery moves the focus to the photo that takes the place, finally to the page', async () => {
    await page.goto(`/event/${eventId}`);
    // As many as the test before has left.
    const { json } = await testBed.olive.get(`/api/events/${eventId}/media`);
    for (let last = json.length; last > 1; last -= 1) {
      await pressEnterOnDelete();
      await confirm();
      await photo(last).waitFor({ state: 'detached' });
      await expectFocus(photo(1));
    }
    await pressEnterOnDelete();
    await confirm();
    await page.getByText('No photos yet').waitFor();
    await expectFocus(page.getByRole('heading', { level: 1, name: 'Meadow' }));
  });
});

it('logs no errors', () => {
  expect(host.consoleErrors).toEqual([]);
});
