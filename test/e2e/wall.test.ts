import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { becomeUser, type Person } from '../fixtures/browser.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { newTestBed } from './test-bed.ts';

// An event's photos on a screen that everybody looks at.

const testBed = newTestBed('Harbour');
let screen: Person;

beforeAll(async () => {
  screen = await testBed.newPerson(testBed.olive);
  await screen.page.clock.install();
});

/** The item that a file's address belongs to. */
const idIn = (address: string): string | undefined => /\/(med_[a-z0-9]{26})\//.exec(address)?.[1];

/** Ids of the photos on the stage. */
const onStage = async (page: Page) =>
  (
    await page
      .locator('[data-spread] img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''))
  ).map(idIn);

/** Once the page hears of changes. */
async function hears(page: Page): Promise<void> {
  await new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('subscribe_success')) resolve();
      });
    });
  });
}

it('is opened from the share dialog, closes to the gallery, and says when its session has ended, which signing in leads back from', async () => {
  const eventId = await testBed.newEvent({ privacy: 'private' });
  const [id = ''] = await testBed.fill(eventId, 1);
  const { page, context } = screen;
  await page.goto(`/event/${eventId}`);
  const open = async () => {
    await page.getByRole('button', { name: 'Share Event' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Show on a screen' }).click();
    await expect.poll(() => onStage(page)).toEqual([id]);
    expect(new URL(page.url()).pathname).toBe(`/event/${eventId}/wall`);
  };
  await open();
  const isBarInert = () =>
    page
      .locator('header')
      .first()
      .evaluate((bar) => bar.closest('[inert]') !== null);
  expect(await isBarInert()).toBe(true);
  await page.mouse.move(100, 100);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/event/${eventId}`);
  await expect.poll(isBarInert).toBe(false);

  await open();
  await context.clearCookies({ name: '__Host-session' });
  // Before the cookies of the files expire, the list is read again.
  await page.clock.fastForward('26:00');
  const link = page.getByRole('link', { name: 'Log In' });
  const returnTo = encodeURIComponent(`/event/${eventId}/wall`);
  expect(await link.getAttribute('href')).toBe(`/api/login?returnTo=${returnTo}`);
});

it('shows a photo within six seconds of its coming, and one that is deleted no more', async () => {
  const eventId = await testBed.newEvent();
  const ids = await testBed.fill(eventId, 2);
  await becomeUser(screen, testBed.olive);
  const { page, consoleErrors } = screen;
  consoleErrors.length = 0;
  const connected = hears(page);
  await page.goto(`/event/${eventId}/wall`);
  await expect.poll(() => onStage(page)).toHaveLength(1);
  await connected;
  // From here on time passes as the test lets it. It cannot be stopped at a moment that has passed.
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 10_000'));
  // Listened for before the upload, because the photo may be on the wall before its uploader has the answer.
  const loaded = page.waitForResponse((response) => {
    const known = idIn(response.url());
    return known !== undefined && !ids.includes(known);
  });
  const { id } = await upload(testBed.olive, eventId, await jpegFile(9));
  const file = (await loaded).url();
  expect(idIn(file)).toBe(id);
  // Decoded by then for the wall, too, which has asked for it before.
  await page.evaluate(`Object.assign(new Image(), { src: ${JSON.stringify(file)} }).decode()`);
  // Three seconds for what is on the stage, and some for what the browser does in its own time.
  let seconds = 0;
  await expect
    .poll(async () => {
      seconds += 0.25;
      await page.clock.runFor(250);
      return onStage(page);
    })
    .toContain(id);
  expect(seconds).toBeLessThanOrEqual(6);
  await page.getByText('Just added').waitFor();
  await testBed.olive.delete(`/api/events/${eventId}/media/${id}`);
  await expect.poll(() => onStage(page)).not.toContain(id);
  const seen = new Set<string | undefined>();
  for (let spread = 0; spread < 4; spread += 1) {
    await page.clock.runFor(10_000);
    for (const shown of await onStage(page)) seen.add(shown);
  }
  expect(seen.size).toBeGreaterThan(0);
  expect(seen.has(id)).toBe(false);
  expect(ids).toEqual(expect.arrayContaining([...seen]));
  expect(consoleErrors).toEqual([]);
});
