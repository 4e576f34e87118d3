import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import UploadDialog from '../../web/src/features/uploads/upload-dialog.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoToast, expectToast } from './expect-toast.ts';
import { fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID } from './sample-views.ts';
import { show } from './show.tsx';

// Which files are taken and left out, and what is said of them.

const ISSUE = 'POST /api/objects/upload/guest';
const grace = { id: 'gst_grace', name: 'Grace', token: 'secret', email: null };
const dialog = page.getByRole('dialog', { name: 'Upload Media' });
const input = page.getByLabelText(/^Click to select files/);
const selected = () =>
  page
    .getByRole('list', { name: 'Selected files' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const upload = (count: number) =>
  page.getByRole('button', { name: `Upload ${count} file(s)`, exact: true }).click();
const photo = (name: string, bytes = name) => new File([bytes], name, { type: 'image/jpeg' });

async function showDialog(answer: () => Refusal | Promise<never>, uploader = 'guest:gst_grace') {
  fakeApi({ [ISSUE]: answer });
  await show(<UploadDialog eventId={EVENT_ID} uploader={uploader} onClose={vi.fn<() => void>()} />);
}
const held = () => new Promise<never>(() => {});

beforeEach(() => {
  // It opens the system's file picker.
  vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
  writeGuest(grace);
});
afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});

/** Pastes text or files where the focus is. */
function paste(content: string | File): void {
  const clipboardData = new DataTransfer();
  if (typeof content === 'string') clipboardData.setData('text/plain', content);
  else clipboardData.items.add(content);
  const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true });
  (document.activeElement ?? document.body).dispatchEvent(pasted);
}

it('files of other types, larger ones, and none at all are refused with the reason', async () => {
  await showDialog(held);
  await input.upload(new File(['notes'], 'notes.txt', { type: 'text/plain' }));
  await expectToast('Invalid File Type', 'notes.txt is not a supported media type.');
  const film = new File([''], 'film.mp4', { type: 'video/mp4' });
  // One byte too many; its content is never read.
  Object.defineProperty(film, 'size', { value: 100 * 1024 * 1024 + 1 });
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  const item = { kind: 'file', getAsFile: () => film, webkitGetAsEntry: () => null };
  document.body.dispatchEvent(Object.assign(drop, { dataTransfer: { types: ['Files'], items: [item] } }));
  await expectToast('File Too Large', 'film.mp4 exceeds the 100MB limit.');
  await upload(0);
  await expectToast('No Files Selected', 'Please select files to upload.');
});

it('files are pasted, but not text', async () => {
  await showDialog(held);
  paste('Hello');
  paste(new File(['picture'], 'image.png', { type: 'image/png' }));
  await expect.poll(selected).toEqual([expect.stringContaining('image.png')]);
  await expectNoToast();
});

it('the readable files of a drop are taken, and the others named', async () => {
  await showDialog(held);
  // A cloud folder with one photo that is not downloaded.
  const here = photo('here.jpg');
  const entries = [
    { name: here.name, isDirectory: false, file: (done: (file: File) => void) => done(here) },
    {
      name: 'away.jpg',
      isDirectory: false,
      file: (_: unknown, failed: (error: DOMException) => void) =>
        failed(new DOMException('', 'NotFoundError')),
    },
  ];
  const readEntries = (done: (entries: unknown[]) => void) => done(entries.splice(0));
  const folder = { isDirectory: true, createReader: () => ({ readEntries }) };
  const item = { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => folder };
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  const dataTransfer = { types: ['Files'], items: [item] };
  document.body.dispatchEvent(Object.assign(drop, { dataTransfer }));
  await expectToast('Some files could not be read', 'Please choose them once more, or open them first.');
  await expect.poll(selected).toEqual([expect.stringContaining('here.jpg')]);
});

it('files are refused while others are uploading', async () => {
  await showDialog(held);
  await input.upload(photo('first.jpg'));
  await upload(1);
  await expect.element(dialog.getByRole('list', { name: 'Files' })).toBeVisible();
  paste(new File(['x'], 'late.png', { type: 'image/png' }));
  await expectToast(
    'Cannot add more files',
    'The others are still on their way. Add these when they are through.',
  );
});

it('who may not upload any more is told so', async () => {
  // What the test before has sent is another guest's.
  writeGuest({ ...grace, id: 'gst_ida' });
  await showDialog(() => new Refusal(403, { message: 'The owner has removed you.' }), 'guest:gst_ida');
  await input.upload(photo('late.jpg'));
  await upload(1);
  await expectToast('Upload Error', 'Failed to initialize upload. Please try again.');
});
