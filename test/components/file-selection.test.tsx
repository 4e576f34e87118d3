import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import UploadDialog from '../../web/src/features/uploads/upload-dialog.tsx';
import { loadUploadEngine } from '../../web/src/features/uploads/use-uploads.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoToast, expectToast } from './expect-toast.ts';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleMedia } from './sample-views.ts';
import { show } from './show.tsx';
import { TakenPut } from './taken-put.ts';

// Which files are taken and left out, and what is said of them.

const ISSUE = 'POST /api/objects/upload/guest';
const SAVE = 'POST /api/events/{eventId}/media/guest';
const LOOK_UP = 'GET /api/media/{mediaId}';
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

function showDialog(answer: () => Refusal | Promise<never>) {
  fakeApi({ [ISSUE]: answer });
  return show(<UploadDialog eventId={EVENT_ID} uploader="guest:gst_grace" onClose={vi.fn<() => void>()} />);
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

describe('files whose store takes them', () => {
  const close = vi.fn<() => void>();
  const complete = dialog.getByText('Upload Complete! Your files are being processed...');

  beforeEach(() => {
    close.mockClear();
    vi.stubGlobal('XMLHttpRequest', TakenPut);
  });

  const taking: Answers = {
    [ISSUE]: () => ({ url: 'https://store.example/1', objectPath: '/objects/uploads/upl_1' }),
    [SAVE]: ({ body }) => ({
      ...sampleMedia({ id: `med_${(body as { filename: string }).filename}` }),
      duplicateOf: null,
    }),
    'POST /api/objects/public': ({ body }) => ({ objectPath: (body as { objectPath: string }).objectPath }),
    [LOOK_UP]: ({ path }) => sampleMedia({ id: path.split('/').at(-1) }),
  };

  type Opened = { answers?: Answers; guestId?: string; client?: QueryClient };

  /** Opens the dialog, on the same page as before if its cache is given, for the guest whose files are taken. */
  async function openFor(eventId: string, { answers = {}, guestId = grace.id, client }: Opened = {}) {
    writeGuest({ ...grace, id: guestId });
    const sent = fakeApi({ ...taking, ...answers });
    const shown = await show(
      <UploadDialog eventId={eventId} uploader={`guest:${guestId}`} onClose={close} />,
      client && { client },
    );
    return { ...shown, savedNames: () => sent.filter(({ name }) => name === SAVE).map(nameOfSaved) };
  }
  const nameOfSaved = ({ body }: { body: unknown }) => (body as { filename: string }).filename;

  it('are left out once they were uploaded, also if Upload is pressed while that is looked up, until they are deleted, and only in the same event', async () => {
    const first = await openFor(EVENT_ID);
    await input.upload(photo('a.jpg'));
    await upload(1);
    await expect.element(complete).toBeVisible();
    await first.unmount();
    toastStore.dismiss();

    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const second = await openFor(EVENT_ID, {
      answers: {
        [LOOK_UP]: async () => {
          asked.resolve();
          await held.promise;
          return sampleMedia();
        },
      },
      client: first.client,
    });
    await input.upload(photo('b.jpg'));
    await expect.poll(selected).toHaveLength(1);
    await input.upload([photo('a.jpg'), photo('c.jpg')]);
    await asked.promise;
    await upload(1);
    held.resolve();
    await expect.element(dialog.getByText('2 of 2 safe')).toBeVisible();
    expect(second.savedNames().toSorted()).toEqual(['b.jpg', 'c.jpg']);
    await second.unmount();
    toastStore.dismiss();

    const elsewhere = await openFor(`evt_${'b'.repeat(26)}`, { client: first.client });
    await input.upload(photo('a.jpg'));
    await expect.poll(selected).toEqual([expect.stringContaining('a.jpg')]);
    await elsewhere.unmount();

    await openFor(EVENT_ID, {
      answers: {
        [LOOK_UP]: ({ path }) => (path.endsWith('/med_a.jpg') ? new Refusal(404) : sampleMedia()),
      },
      client: first.client,
    });
    await input.upload([photo('a.jpg'), photo('b.jpg')]);
    await expectToast('Cannot add the duplicate file', 'b.jpg');
    await expect.poll(selected).toEqual([expect.stringContaining('a.jpg')]);
  });

  it('are called complete for two seconds', async () => {
    const held = Promise.withResolvers<void>();
    await openFor(EVENT_ID, {
      answers: {
        [SAVE]: async () => {
          await held.promise;
          return { ...sampleMedia({ id: 'med_e' }), duplicateOf: null };
        },
      },
    });
    await input.upload(photo('e.jpg'));
    await upload(1);
    await expect.element(dialog.getByText('Uploading. Keep this page open.')).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    held.resolve();
    await expect.element(complete).toBeVisible();
    await vi.advanceTimersByTimeAsync(1999);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(close).toHaveBeenCalledOnce();
  });

  it('are new again once the data of their guest is deleted', async () => {
    const first = await openFor(EVENT_ID, { guestId: 'gst_pat' });
    await input.upload(photo('d.jpg'));
    await upload(1);
    await expect.element(complete).toBeVisible();
    await first.unmount();
    toastStore.dismiss();
    const { client } = await openFor(EVENT_ID, { client: first.client });
    await (await loadUploadEngine(client)).forget('guest:gst_pat');
    await input.upload(photo('d.jpg'));
    await expect.poll(selected).toEqual([expect.stringContaining('d.jpg')]);
  });
});

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
  await showDialog(() => new Refusal(403, { message: 'The owner has removed you.' }));
  await input.upload(photo('late.jpg'));
  await upload(1);
  await expectToast('Upload Error', 'Failed to initialize upload. Please try again.');
});
