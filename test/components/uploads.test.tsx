import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FilePicker } from '../../web/src/features/uploads/file-picker.tsx';
import LocalPreview from '../../web/src/features/uploads/local-preview.tsx';
import { addLocalPreview } from '../../web/src/features/uploads/preview-urls.ts';
import ProgressCard from '../../web/src/features/uploads/progress-card.tsx';
import type { UploadJob } from '../../web/src/features/uploads/queue/upload-job.ts';
import { Refusals, SelectedFiles } from '../../web/src/features/uploads/selected-files.tsx';
import UploadDialog from '../../web/src/features/uploads/upload-dialog.tsx';
import { UploadProgress } from '../../web/src/features/uploads/upload-progress.tsx';
import { expectNoViolations } from './axe.ts';
import { fakeApi } from './fake-api.ts';
import { EVENT_ID, sampleMedia } from './sample-views.ts';
import { show } from './show.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const file = (name: string, size: number) => ({
  name,
  size,
  mimeType: 'image/jpeg',
  fingerprint: name,
  blob: new Blob(),
});

it('the file picker opens after 100 ms, and takes the same file twice', async () => {
  const pick = vi.fn<(files: readonly File[]) => void>();
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { update } = await show(<FilePicker isSmall={false} isDragOver={false} onPick={pick} />);
  await vi.advanceTimersByTimeAsync(99);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
  opened.mockRestore();
  vi.useRealTimers();
  const input = page.getByLabelText(/^Click to select files/);
  const photo = new File(['a'], 'photo.jpg', { type: 'image/jpeg' });
  await input.upload(photo);
  await input.upload(photo);
  expect(pick.mock.calls.map(([files]) => files.map(({ name }) => name))).toEqual([
    ['photo.jpg'],
    ['photo.jpg'],
  ]);
  await expectNoViolations();
  await update(<FilePicker isSmall isDragOver onPick={pick} />);
  await expect.element(page.getByText(/^Supports images and videos up to \d+MB$/)).toBeInTheDocument();
});

it('selected files are listed with their sizes, and removed until the upload starts', async () => {
  const remove = vi.fn<(fingerprint: string) => void>();
  const list = (isLocked: boolean) => (
    <SelectedFiles
      files={[file('a.jpg', 512), file('b.jpg', 1_581_056)]}
      isLocked={isLocked}
      onRemove={remove}
    />
  );
  const { update } = await show(list(false));
  await expect
    .element(page.getByRole('list', { name: 'Selected files' }))
    .toMatchTextContent('a.jpg0.5 KBb.jpg1,544.0 KB');
  await expectNoViolations();
  await button('Remove b.jpg').click();
  expect(remove).toHaveBeenCalledExactlyOnceWith('b.jpg');
  await update(list(true));
  await expect.element(button('Remove b.jpg')).toBeDisabled();
  await update(<SelectedFiles files={[]} isLocked={false} onRemove={remove} />);
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
});

it('files that were left out are listed where a toast could name only one', async () => {
  const { update } = await show(<Refusals refusals={[{ title: 'Too large', text: 'a.mov' }]} />);
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
  await update(<Refusals refusals={[{ title: 'Too large', text: 'a.mov' }, { title: 'Unreadable' }]} />);
  const items = page.getByRole('list', { name: 'Left out' }).getByRole('listitem');
  await expect.element(items.first()).toMatchTextContent('Too large: a.mov');
  await expect.element(items.nth(1)).toMatchTextContent('Unreadable');
});

it('an uploader sees the own file while there are no renditions', async () => {
  const processing = sampleMedia({ id: 'med_previewed', state: 'processing', renditions: {} });
  const { update } = await show(<LocalPreview item={processing} />);
  expect(document.querySelector('main img')).toBeNull();
  addLocalPreview(
    processing.id,
    new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }),
  );
  await vi.waitFor(() => expect(document.querySelector('main img')?.getAttribute('src')).toMatch(/^blob:/));
  await update(<LocalPreview item={{ ...processing, kind: 'video' }} />);
  expect(document.querySelector('main video')).not.toBeNull();
});

const GRACE = 'guest:gst_grace';
const job = (name: string, changes: Partial<UploadJob> = {}): UploadJob => ({
  id: name,
  eventId: EVENT_ID,
  uploader: GRACE,
  name,
  mimeType: 'image/jpeg',
  size: 4096,
  fingerprint: name,
  addedAtMs: 0,
  stage: 'new',
  state: 'waiting',
  sentBytes: 0,
  ...changes,
});
const failed = { state: 'failed', failure: { step: 'sending', message: 'The network is gone.' } } as const;
const done = { state: 'done', stage: 'saved' } as const;
const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');

describe('the progress of uploads', () => {
  const bar = page.getByRole('progressbar', { name: 'Upload progress' });

  it('is told for all and for each', async () => {
    const jobs = [
      job('a.jpg'),
      job('b.jpg', { state: 'working', sentBytes: 2048 }),
      job('c.jpg', { state: 'working', stage: 'sent' }),
      job('d.jpg', done),
    ];
    const { update } = await show(<UploadProgress uploader={GRACE} jobs={jobs} />);
    await expect.element(page.getByText('1 of 4 safe')).toBeVisible();
    await expect.element(files.first()).toMatchTextContent('a.jpg0%Waiting');
    await expect.element(files.nth(1)).toMatchTextContent('b.jpg25%Uploading');
    // 100 % means saved, not only sent.
    await expect.element(files.nth(2)).toMatchTextContent('c.jpg50%Uploading');
    await expect.element(files.nth(3)).toMatchTextContent('d.jpgCompleted');
    await expect.element(bar).toHaveAttribute('value', `${(0 + 0.25 + 0.5 + 1) / 4}`);
    await expectNoViolations();
    await update(<UploadProgress uploader={GRACE} jobs={jobs.map((job) => ({ ...job, ...done }))} />);
    await expect.element(page.getByText('4 of 4 safe')).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: 'Upload Complete!' })).toBeVisible();
    await expect.element(bar).toHaveAttribute('value', '1');
  });

  it('says why nothing goes on while the server lets it wait, and no longer', async () => {
    const waitsFor = 'Many of your files are still on their way.';
    const waiting = [job('a.jpg', { waitsFor }), job('b.jpg', { waitsFor })];
    const { update } = await show(<UploadProgress uploader={GRACE} jobs={waiting} />);
    const status = (text: string) => page.getByRole('status').filter({ hasText: text });
    await expect.element(status(`${waitsFor} Keep this page open.`)).toBeVisible();
    await update(<UploadProgress uploader={GRACE} jobs={waiting.map((job) => ({ ...job, isKept: true }))} />);
    await expect.element(status(`${waitsFor} Your files are kept.`)).toBeVisible();
    await update(<UploadProgress uploader={GRACE} jobs={[job('c.jpg', { state: 'working' }), ...waiting]} />);
    await expect.element(status('Uploading. Keep this page open.')).toBeVisible();
  });

  it('of one of many files draws one row anew', async () => {
    let drawn = 0;
    const counted = (changes: Partial<UploadJob>, index: number) =>
      Object.defineProperty(job(`${index}.jpg`, changes), 'name', { get: () => ((drawn += 1), 'a.jpg') });
    const jobs = Array.from({ length: 200 }, (_, index) => counted({}, index));
    const { update } = await show(<UploadProgress uploader={GRACE} jobs={jobs} />);
    await expect.element(files.nth(199)).toBeInTheDocument();
    drawn = 0;
    const next = [counted({ state: 'working', sentBytes: 2048 }, 0), ...jobs.slice(1)];
    await update(<UploadProgress uploader={GRACE} jobs={next} />);
    await expect.element(files.first()).toMatchTextContent('25%');
    // React reads it for its development tools, too.
    expect(drawn).toBeLessThan(20);
  });

  it('names each failure, and retries one or all', async () => {
    const retry = vi.fn<(ids: readonly string[]) => void>();
    const jobs = [job('a.jpg', failed), job('b.jpg', failed)];
    const { update } = await show(<UploadProgress uploader={GRACE} jobs={jobs} onRetry={retry} />);
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(files.first()).toMatchTextContent('The network is gone.');
    await button('Retry b.jpg').click();
    await button('Retry All').click();
    expect(retry.mock.calls).toEqual([[['b.jpg']], [['a.jpg', 'b.jpg']]]);
    await expectNoViolations();
    await update(<UploadProgress uploader={GRACE} jobs={jobs} />);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});

describe('the card of uploads', () => {
  const card = page.getByRole('region', { name: 'Uploads' });
  const sign = vi.fn<() => void>();
  const cardOf = (...jobs: UploadJob[]) => (
    <ProgressCard jobs={jobs} uploader={undefined} onAnonymous={sign} />
  );

  it('is there while anything is under way or has failed', async () => {
    const { update } = await show(cardOf(job('a.jpg'), job('b.jpg', done)));
    await expect.element(card).toMatchTextContent('1 of 2 safe');
    await update(cardOf(job('a.jpg', done), job('b.jpg', done)));
    await expect.element(card).not.toBeInTheDocument();
    await update(cardOf(job('a.jpg', failed)));
    await expect.element(card).toBeVisible();
    await expectNoViolations();
  });

  it('shows what failed beside what goes on', async () => {
    await show(cardOf(job('a.jpg', failed), job('b.jpg', failed), job('c.jpg', { state: 'working' })));
    await expect.element(card.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible();
    await expect.element(button('Retry All')).toBeVisible();
    await expectNoViolations();
  });

  it('closes over what goes on, and comes back if that fails', async () => {
    const { update } = await show(cardOf(job('a.jpg', { state: 'working' })));
    await button('Close').click();
    await expect.element(card).not.toBeInTheDocument();
    await update(cardOf(job('a.jpg', failed)));
    await expect.element(card).toMatchTextContent('The network is gone.');
  });

  it('asks who has signed out for a name before anything is retried', async () => {
    await show(cardOf(job('a.jpg', failed)));
    await button('Retry a.jpg').click();
    expect(sign).toHaveBeenCalledOnce();
  });
});

it('the uploader takes files, hands them over, and stays open while they are under way', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
  const sent = fakeApi({ 'POST /api/objects/upload': () => new Promise<never>(() => {}) });
  await show(<UploadDialog eventId={EVENT_ID} uploader="user:usr_maria" onClose={vi.fn<() => void>()} />);
  await button('Upload 0 file(s)').click();
  await expect.element(page.getByText('Please select files to upload.')).toBeVisible();
  const photos = ['a', 'b', 'c'].map((name) => new File([name], `${name}.jpg`, { type: 'image/jpeg' }));
  await page.getByLabelText(/^Click to select files/).upload(photos);
  await button('Remove c.jpg').click();
  await expectNoViolations();
  await button('Upload 2 file(s)').click();
  await expect.element(page.getByText('0 of 2 safe')).toBeVisible();
  await expect.element(files.nth(1)).toMatchTextContent('b.jpg0%Uploading');
  await expect.element(button('Close')).toBeDisabled();
  expect(sent).toHaveLength(2);
  await expectNoViolations();
  opened.mockRestore();
});
