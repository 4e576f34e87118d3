import type { ElementHandle, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { type File, jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';
import { PHONE } from '../fixtures/browser.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// What a host sees of a pending file before deciding on it.

const testBed = newTestBed('Gate');
let eventId: string;
let page: Page;

beforeAll(async () => {
  eventId = await testBed.newEvent({ moderationEnabled: true });
  ({ page } = await testBed.newPerson(testBed.olive, PHONE));
});

/** Uploads a guest's file and opens its card in moderation. */
async function openPendingCard(file: File) {
  const grace = await newGuest(baseURL);
  const { id } = await upload(grace, eventId, file);
  await waitUntilProcessed(grace, eventId, id);
  await page.goto(`/event/${eventId}/moderate`);
  const card = page.getByRole('listitem', { name: file.name });
  await card.waitFor();
  return card;
}

it('shows a whole photo, uncropped', async () => {
  const card = await openPendingCard(await jpegFile(1));
  const picture = card.getByRole('img', { name: 'photo-1.jpg' });
  const isLoaded = () => picture.evaluate((img) => 'naturalWidth' in img && Number(img.naturalWidth) > 0);
  await expect.poll(isLoaded).toBe(true);
  expect(await picture.evaluate((img) => img.computedStyleMap().get('object-fit')?.toString())).toBe(
    'contain',
  );
});

it.runIf(hasFfmpeg)('plays a pending video for the host, and for everybody once approved', async () => {
  const bytes = makeVideo('dance.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']);
  const card = await openPendingCard({ name: 'dance.mp4', type: 'video/mp4', bytes });
  const video = card.locator('video[controls][playsinline]');
  await video.waitFor();
  expect(await video.getAttribute('aria-label')).toBe('dance.mp4');
  const poster = await page.request.get((await video.getAttribute('poster')) ?? '');
  expect([poster.status(), poster.headers()['content-type']]).toEqual([200, 'image/webp']);
  // Nothing is loaded until the host plays it.
  expect(await video.getAttribute('preload')).toBe('none');
  const player = (await video.elementHandle()) as ElementHandle<{
    play(): Promise<void>;
    currentTime: number;
  }>;
  await player.evaluate((video) => video.play());
  await expect.poll(() => player.evaluate(({ currentTime }) => currentTime)).toBeGreaterThan(0);
  const visitor = await testBed.open(`/event/${eventId}`, undefined, PHONE);
  const play = visitor.getByRole('button', { name: 'Play video 1' });
  await visitor.getByText('No photos yet').waitFor();

  await press(page, 'Approve dance.mp4');
  await expectToast(page, 'Media Approved');
  await card.waitFor({ state: 'detached' });
  await visitor.reload();
  await play.click();
  await visitor.locator('main video[controls]').waitFor();
});

it('says that a broken file is unsupported', async () => {
  const { bytes } = await jpegFile(2);
  const card = await openPendingCard({ name: 'cut.jpg', type: 'image/jpeg', bytes: bytes.subarray(0, 200) });
  await card.getByText('Unsupported file type', { exact: true }).waitFor();
  expect(await card.locator('img, video').count()).toBe(0);
  await press(page, 'Reject cut.jpg');
  await expectToast(page, 'Media Rejected');
});
