import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { credentials, newGuest, signIn, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';
import { violationsInBothThemes } from './axe.ts';
import { PHONE } from './browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press, without } from './toast-steps.ts';

// What stands on a phone's screen only for a while, or after something was chosen: axe finds nothing there in either theme.

const testBed = newTestBed('Jetty');
const TOAST_MS = 5000;
/** Toasts stay as long as they are looked at. */
const KEEP_TOASTS = `{
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) => (ms === ${TOAST_MS} ? 0 : setTimeout(run, ms, ...rest));
}`;
let eventId: string;
let grace: Guest;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  grace = await newGuest(baseURL);
  const ids = await testBed.add(eventId, [1, 2, 3]);
  for (const id of ids) await grace.post(`/api/media/${id}/vote`, credentials(grace));
});

async function open(who?: SignedIn | Guest, path = `/event/${eventId}`): Promise<Page> {
  const { page } = await testBed.newPerson(who, PHONE);
  await page.addInitScript(KEEP_TOASTS);
  await page.goto(path);
  await page.locator('#plain').waitFor({ state: 'detached' });
  return page;
}

describe('a toast', () => {
  it('of something good, and of something bad', async () => {
    const page = await open(await signIn(baseURL, 'Ada'));
    const good = page.locator('[data-tone="good"]', { hasText: 'Welcome to the Event!' });
    await good.waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await good.isVisible()).toBe(true);
    const bad = page.locator('[data-tone="bad"]', { hasText: 'Failed to vote' });
    await without(page, ['POST', '**/vote'], async () => {
      await press(page, /^Vote,/);
      await bad.waitFor();
    });
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await bad.isVisible()).toBe(true);
  });
});

describe('a gallery', () => {
  it('whose newest photos are not shown yet', async () => {
    const own = await testBed.newEvent();
    await testBed.add(own, [4]);
    const { page } = await testBed.newPerson(undefined, PHONE);
    await page.clock.install();
    await page.goto(`/event/${own}`);
    await page.locator('#plain').waitFor({ state: 'detached' });
    await page.clock.fastForward(20_000);
    // Its region stands as soon as it looks.
    await page.locator('output[data-news]').waitFor({ state: 'attached' });
    await testBed.add(own, [5, 6]);
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: '2 new photos' }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  it.each([
    ['Top Voted', 'Vote, 1 vote'],
    ['Timeline', 'Unknown Date | 3 photos'],
  ])('in the order %s', async (name, seen) => {
    const page = await open(grace);
    await page.getByRole('tab', { name }).tap();
    await page
      .getByRole('heading', { name: seen })
      .or(page.getByRole('button', { name: seen }))
      .first()
      .waitFor();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    expect(await page.locator('main li[data-index] img').count()).toBe(3);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});

it.runIf(hasFfmpeg)('a video that is looked at large', async () => {
  const own = await testBed.newEvent();
  const bytes = makeVideo('dance.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']);
  const { id } = await upload(testBed.olive, own, { name: 'dance.mp4', type: 'video/mp4', bytes });
  await waitUntilProcessed(testBed.olive, own, id);
  const page = await open(grace, `/event/${own}`);
  await page.getByRole('button', { name: /^Video 1$/ }).press('Enter');
  const large = page.getByRole('dialog', { name: 'Video' });
  await large.locator('video[controls]').waitFor();
  await large.getByText('1 of 1').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
