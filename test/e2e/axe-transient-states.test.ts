import { beforeAll, describe, expect, it } from 'vitest';
import { credentials, newGuest, type Guest } from '../fixtures/users-and-guests.ts';
import { waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';
import { violationsInBothThemes } from './axe.ts';
import { PHONE } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// Transient states on a phone, like new photos and selected tabs: no axe violations in either theme.

const testBed = newTestBed('Jetty');
let eventId: string;
let grace: Guest;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  grace = await newGuest(baseURL);
  const ids = await testBed.add(eventId, [1, 2, 3]);
  for (const id of ids) await grace.post(`/api/media/${id}/vote`, credentials(grace));
});

describe('axe finds no violations in a gallery', () => {
  it('that announces new photos', async () => {
    const own = await testBed.newEvent();
    await testBed.add(own, [4]);
    const { page } = await testBed.newPerson(undefined, PHONE);
    await page.clock.install();
    await page.goto(`/event/${own}`);
    await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
    await page.clock.fastForward(20_000);
    // The live region is rendered once polling has started.
    await page.locator('output[data-news]').waitFor({ state: 'attached' });
    await testBed.add(own, [5, 6]);
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: '2 new photos' }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  it.each([
    ['Top Voted', 'Vote, 1 vote'],
    ['Timeline', 'Unknown Date | 3 photos'],
  ])('in the order %s', async (name, text) => {
    const page = await testBed.open(`/event/${eventId}`, grace, PHONE);
    await page.getByRole('tab', { name }).tap();
    await page
      .getByRole('heading', { name: text })
      .or(page.getByRole('button', { name: text }))
      .first()
      .waitFor();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    expect(await page.locator('main li[data-index] img').count()).toBe(3);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});

it.runIf(hasFfmpeg)('axe finds no violations in a video in the lightbox', async () => {
  const own = await testBed.newEvent();
  const bytes = makeVideo('dance.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']);
  const { id } = await upload(testBed.olive, own, { name: 'dance.mp4', type: 'video/mp4', bytes });
  await waitUntilProcessed(testBed.olive, own, id);
  const page = await testBed.open(`/event/${own}`, grace, PHONE);
  await page.getByRole('button', { name: /^Video 1$/ }).press('Enter');
  const large = page.getByRole('dialog', { name: 'Video' });
  await large.locator('video[controls]').waitFor();
  await large.getByText('1 of 1').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
