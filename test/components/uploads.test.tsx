import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FilePicker } from '../../web/src/features/uploads/file-picker.tsx';
import LocalPreview from '../../web/src/features/uploads/local-preview.tsx';
import { addLocalPreview, removeLocalPreview } from '../../web/src/features/uploads/preview-urls.ts';
import type { UploadJob } from '../../web/src/features/uploads/queue/upload-job.ts';
import { Refusals, SelectedFiles } from '../../web/src/features/uploads/selected-files.tsx';
import { UploadProgress } from '../../web/src/features/uploads/upload-progress.tsx';
import { expectNoViolations } from './axe.ts';
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

it('the file picker opens, and takes the same file twice', async () => {
  const pick = vi.fn<(files: readonly File[]) => void>();
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
  const { update } = await show(<FilePicker isSmall={false} isDragOver={false} onPick={pick} />);
  await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
  opened.mockRestore();
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
  const processing = sampleMedia({ state: 'processing', renditions: {} });
  const { update } = await show(<LocalPreview item={processing} />);
  expect(document.querySelector('main img')).toBeNull();
  addLocalPreview(
    processing.id,
    new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }),
  );
  await vi.waitFor(() => expect(document.querySelector('main img')?.getAttribute('src')).toMatch(/^blob:/));
  await update(<LocalPreview item={{ ...processing, kind: 'video' }} />);
  expect(document.querySelector('main video')).not.toBeNull();
  removeLocalPreview(processing.id);
  await vi.waitFor(() => expect(document.querySelector('main video')).toBeNull());
});

describe('the progress of uploads', () => {
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
  const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const bar = page.getByRole('progressbar', { name: 'Upload progress' });

  it('is told for all and for each', async () => {
    const done = job('c.jpg', { state: 'done', stage: 'saved' });
    await show(
      <UploadProgress
        uploader={GRACE}
        jobs={[job('a.jpg'), job('b.jpg', { state: 'working', sentBytes: 2048 }), done]}
      />,
    );
    await expect.element(page.getByText('1 of 3 safe')).toBeVisible();
    await expect.element(files.first()).toMatchTextContent('0%');
    await expect.element(files.nth(1)).toMatchTextContent('25%');
    await expect.element(files.nth(2)).not.toMatchTextContent('%');
    await expect.element(bar).toBeVisible();
    await expectNoViolations();
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
