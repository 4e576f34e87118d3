import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FileThumbnail } from '../../web/src/features/uploads/file-thumbnail.tsx';
import { outcomeOfUploads } from '../../web/src/features/uploads/outcome-of-uploads.ts';
import ProgressCard from '../../web/src/features/uploads/progress-card.tsx';
import type { UploadJob } from '../../web/src/features/uploads/queue/upload-job.ts';
import { UploadOutcome } from '../../web/src/features/uploads/upload-outcome.tsx';
import { expectNoViolations } from './axe.ts';
import { EVENT_ID, PICTURE, sampleMedia } from './sample-views.ts';
import { show } from './show.tsx';

// What is said of files that were picked, and of those that were sent.

const pending = sampleMedia({ isOwn: true, status: 'pending' });
const damaged = sampleMedia({
  id: 'med_2',
  isOwn: true,
  originalName: 'IMG_2.heic',
  state: 'unsupported',
  unsupportedReason: 'damaged',
  renditions: {},
});
const outcomeOf = (items: Parameters<typeof outcomeOfUploads>[0], isHost = false) => {
  const outcome = outcomeOfUploads(items);
  return outcome && <UploadOutcome outcome={outcome} isHost={isHost} link={{ to: '?uploads=mine' }} />;
};

it('there is nothing to say of files that everybody sees, or will', async () => {
  expect(outcomeOf([sampleMedia(), sampleMedia({ state: 'processing' })])).toBeUndefined();
});

it.each([
  [[pending], false, 'The host has to approve your file before everybody sees it.'],
  [[pending, pending], false, 'The host has to approve your 2 files before everybody sees them.'],
  [[pending], true, 'Your file waits for your approval.'],
  [[pending, pending], true, 'Your 2 files wait for your approval.'],
] as const)('of %# it is said what the host has to do first', async (items, isHost, words) => {
  await show(outcomeOf(items, isHost));
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Your Uploads' })).toBeVisible();
  await expectNoViolations();
});

it('each file that cannot be shown is named with the reason', async () => {
  const unknown = { ...damaged, id: 'med_3', originalName: null, unsupportedReason: null };
  // It waits for nothing: there is nothing to approve.
  await show(outcomeOf([damaged, { ...unknown, status: 'pending' }]));
  const files = page.getByRole('list', { name: 'Files that can’t be shown' }).getByRole('listitem');
  await expect.element(files.first()).toMatchTextContent('IMG_2.heic can’t be shown. The file is damaged.');
  await expect.element(files.nth(1)).toMatchTextContent('A file can’t be shown. The file could not be read.');
  await expect.element(page.getByText(/The host has to approve/)).not.toBeInTheDocument();
  await expectNoViolations();
});

it('the card stays once all is sent where there is something to say, without the progress', async () => {
  await page.viewport(390, 844);
  const job: UploadJob = {
    id: '1',
    eventId: EVENT_ID,
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    size: 1000,
    fingerprint: 'a',
    addedAtMs: 0,
    uploader: 'guest:gst_grace',
    sentBytes: 1000,
    stage: 'saved',
    state: 'done',
  };
  const card = (jobs: UploadJob[]) => (
    <ProgressCard jobs={jobs} uploader={job.uploader} onAnonymous={() => {}} outcome={outcomeOf([pending])} />
  );
  const { update } = await show(card([job]));
  const region = page.getByRole('region', { name: 'Uploads' });
  await expect.element(region).toMatchTextContent(/^The host has to approve/);
  await expect.element(page.getByText(/safe/)).not.toBeInTheDocument();
  await update(card([job, { ...job, id: '2', stage: 'new', state: 'failed' }]));
  await expect.element(page.getByText('1 of 2 safe')).toBeVisible();
  await expect.element(region).toMatchTextContent(/The host has to approve/);
  await expectNoViolations();
});

it('a selected picture is shown small, a video by its first frame, and what the browser cannot show as a drawing', async () => {
  const picture = await (await fetch(PICTURE)).blob();
  const { update } = await show(<FileThumbnail blob={picture} mimeType="image/svg+xml" />);
  await expect.poll(() => document.querySelector('img')?.naturalWidth).toBe(40);
  await update(<FileThumbnail blob={new Blob(['no picture'])} mimeType="image/jpeg" />);
  await expect.poll(() => document.querySelector('img')).toBeNull();
  expect(document.querySelector('svg.lucide-image')).not.toBeNull();
  await update(<FileThumbnail blob={new Blob(['no video'])} mimeType="video/mp4" />);
  await expect.poll(() => document.querySelector('video')).toBeNull();
  expect(document.querySelector('svg.lucide-film')).not.toBeNull();
  await expectNoViolations();
});
