import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { jpegWithExif } from '../fixtures/exif-jpeg.ts';
import { credentials, type Guest, newGuest } from '../fixtures/users-and-guests.ts';
import { jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { PHONE } from '../fixtures/browser.ts';
import { expectVisible } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press } from './toast-steps.ts';

// The exact texts of the event page in each of its states.

const testBed = newTestBed('Weir');
const { newEvent, add, newPerson } = testBed;
let empty: string;
/** Photos with and without a capture day; the newest has none, the one before has. */
let dated: string;

let grace: Guest;
let people: Readonly<Record<'host' | 'grace' | 'phone' | 'desktop', Page>>;

beforeAll(async () => {
  grace = await newGuest(baseURL);
  const [host, gracePhone, phone, desktop] = await Promise.all([
    newPerson(testBed.olive),
    newPerson(grace, PHONE),
    newPerson(undefined, PHONE),
    newPerson(),
  ]);
  people = { host: host.page, grace: gracePhone.page, phone: phone.page, desktop: desktop.page };
  empty = await newEvent({ date: '2026-06-20' });
  dated = await newEvent();
  const ids: string[] = [];
  for (const file of [
    await jpegFile(1),
    await photoTakenOn(2, '2026:06:20'),
    await photoTakenOn(3, '2025:12:31'),
    await photoTakenOn(4, '2026:06:20'),
    await jpegFile(5),
  ])
    ids.push((await upload(testBed.olive, dated, file)).id);
  for (const id of ids) await waitUntilProcessed(testBed.olive, dated, id);
});

/** Opens a page as the host, as the guest Grace, or as a visitor with a phone or a desktop. */
async function open(path: string, who: keyof typeof people): Promise<Page> {
  const page = people[who];
  await page.goto(path);
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  return page;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** A photo with a capture day as in EXIF, `2026:06:20`. */
const photoTakenOn = async (seed: number, day: string) => ({
  ...(await jpegFile(seed)),
  bytes: await jpegWithExif(seed, `${day} 12:00:00`),
});

describe('a gallery', () => {
  it('without photos invites to add some, and has no tabs', async () => {
    const page = await open(`/event/${empty}`, 'phone');
    await expectVisible(page, 'Advertisement Space - Upgrade to Premium to remove ads');
    await expectVisible(page, 'Weir', 'June 20, 2026', '0 photos', 'Public', 'No photos yet');
    await expectVisible(page, 'Be the first to share memories from this event!');
    for (const name of ['Add Media', 'Enable Notifications', 'Download All'])
      await page.getByRole('button', { name, exact: true }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await page.getByText('Event Management').count()).toBe(0);
  });

  it('with photos has three orders, and says if nobody has voted', async () => {
    const eventId = await newEvent();
    const [id] = await add(eventId, [1]);
    const page = await open(`/event/${eventId}`, 'grace');
    await expectVisible(page, '1 photo');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Recent', 'Top Voted', 'Timeline']);
    const voteButton = page.getByRole('button', { name: /^Vote,/ });
    expect(await voteButton.isEnabled()).toBe(true);
    await tab(page, 'Top Voted');
    await expectVisible(page, 'No voted photos yet');
    expect(await page.getByText('No photos yet', { exact: true }).count()).toBe(0);
    await tab(page, 'Timeline');
    await page.getByRole('heading', { name: 'Unknown Date | 1 photo', exact: true }).waitFor();
    await grace.post(`/api/media/${id}/vote`, credentials(grace));
    await page.reload();
    await tab(page, 'Top Voted');
    await page.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
  });

  it('with only pending photos has none to vote on', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    await add(eventId, [2], grace);
    for (const who of ['grace', 'host'] as const) {
      const page = await open(`/event/${eventId}`, who);
      await expectVisible(page, 'Pending Approval', '1 photo');
      expect(await page.getByRole('button', { name: /^Vote,/ }).isDisabled()).toBe(true);
      await tab(page, 'Top Voted');
      await expectVisible(page, 'No photos yet');
      expect(await page.getByText('No voted photos yet').count()).toBe(0);
    }
  });

  it('groups photos by capture day in the Timeline order, oldest first', async () => {
    const page = await open(`/event/${dated}`, 'phone');
    await tab(page, 'Timeline');
    await page.getByRole('heading', { name: /^Unknown Date/ }).waitFor();
    const sections = await page
      .locator('main section')
      .filter({ has: page.locator('[data-index]') })
      .evaluateAll((all) =>
        all.map((section) => {
          const heading = section.querySelector('h2');
          return {
            heading: heading?.textContent,
            top: heading?.getBoundingClientRect().top ?? 0,
            photos: section.querySelectorAll('li').length,
          };
        }),
      );
    const inVisualOrder = sections.toSorted((a, b) => a.top - b.top);
    expect(inVisualOrder.map(({ heading, photos }) => [heading, photos])).toEqual([
      ['December 31, 2025 | 1 photo', 1],
      ['June 20, 2026 | 2 photos', 2],
      ['Unknown Date | 2 photos', 2],
    ]);
    // The DOM order, which screen readers use, is the visual order.
    expect(sections).toEqual(inVisualOrder);
  });

  it('offers no notifications if the browser does not support them', async () => {
    const { page } = await newPerson(undefined, PHONE);
    await page.addInitScript('delete window.PushManager');
    await page.goto(`/event/${empty}`);
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    for (const name of ['Add Media', 'Download All'])
      await page.getByRole('button', { name, exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Notifications/ }).count()).toBe(0);
  });
});

describe('a tile', () => {
  it('shows contributor and dates on hover, and tells anonymous visitors how to vote', async () => {
    const page = await open(`/event/${dated}`, 'desktop');
    await page.locator('main li[data-index]').first().waitFor();
    const [plain, taken] = await page.locator('main li[data-index]').all();
    await plain?.hover();
    await plain?.getByText('Contributor').waitFor();
    expect(await plain?.innerText()).toMatch(
      /Contributor\s+Uploaded \w+ \d+, \d{4}, [\d:]+\s[AP]M\s+Taken Unknown/,
    );
    await taken?.hover();
    await taken?.getByText('Contributor').waitFor();
    expect(await taken?.innerText()).toMatch(/Taken \w+ \d+, \d{4}, [\d:]+\s[AP]M/);
    await plain?.getByRole('link', { name: 'Download' }).waitFor();
    expect(await plain?.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    const heart = plain?.getByRole('button', { name: 'Vote, 0 votes' });
    expect(await heart?.getAttribute('title')).toBe('Sign in or join as a guest to vote');
  });

  it('says that a broken file is unsupported, in the grid and the lightbox', async () => {
    const eventId = await newEvent();
    const cut = (await jpegFile(5)).bytes.subarray(0, 200);
    const { id } = await upload(testBed.olive, eventId, { name: 'cut.jpg', type: 'image/jpeg', bytes: cut });
    await waitUntilProcessed(testBed.olive, eventId, id);
    const page = await open(`/event/${eventId}`, 'desktop');
    await expectVisible(page, 'Unsupported file');
    await page.getByRole('link', { name: /^Photo 1$/ }).click();
    await page.getByRole('dialog').getByText('Unsupported file', { exact: true }).waitFor();
  });
});

it('refetches the list of events after a vote', async () => {
  const eventId = await newEvent();
  await add(eventId, [6]);
  const page = await open('/', 'host');
  const card = page.locator(`a[href="/event/${eventId}"]`);
  await card.waitFor();
  let reads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') reads += 1;
  });
  await card.click();
  const voted = page.waitForResponse('**/vote');
  await press(page, /^Vote,/);
  await voted;
  await page.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
  expect(reads).toBe(0);
  const refetched = page.waitForResponse(`${baseURL}/api/events`);
  await page.getByRole('link', { name: 'My Events' }).click();
  await refetched;
  expect(reads).toBe(1);
});
