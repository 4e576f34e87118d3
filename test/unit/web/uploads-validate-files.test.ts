import { describe, expect, it, vi } from 'vitest';
import { validateFiles, validateSelection } from '../../../web/src/features/uploads/validate-files.ts';
import { fingerprintOf } from '../../../web/src/features/uploads/fingerprint.ts';
import { batchToast } from '../../../web/src/features/uploads/batch-toast.ts';
import type { UploadJob, UploadStep } from '../../../web/src/features/uploads/queue/upload-job.ts';

const file = (name: string, content: BlobPart = name, type = 'image/jpeg') =>
  new File([content], name, { type });
/** A file with a fake size. */
const sized = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size });
const validate = (files: File[], { queued = [], sent = [] }: { queued?: string[]; sent?: string[] } = {}) =>
  validateFiles(files, {
    selected: [],
    queued: new Set(queued),
    isInEvent: async (fingerprint) => sent.includes(fingerprint),
  });

const large = (middle: string, end = 'end') =>
  new Blob(['x'.repeat(300_000), middle, 'y'.repeat(300_000), end]);
const failed = (step: UploadStep) => ({ state: 'failed', failure: { step, message: '' } }) as UploadJob;

describe('selecting files', () => {
  it('accepts files by type or, if the system knows none, by name', async () => {
    const { selected, refusals } = await validate([
      file('a.jpg'),
      file('b.jpg', 'b', 'image/jpg'),
      file('c.3gp', 'c', ''),
      file('d.MOV', 'd', ''),
      file('e.mp4', 'e', 'application/octet-stream'),
    ]);
    expect(selected.map(({ mimeType }) => mimeType)).toEqual([
      'image/jpeg',
      'image/jpeg',
      'video/3gpp',
      'video/quicktime',
      'video/mp4',
    ]);
    expect(refusals).toEqual([]);
  });

  it('reports why files are left out, and accepts the others', async () => {
    const { selected, refusals } = await validate([
      file('notes.pdf', 'x', 'application/pdf'),
      sized('film.jpg', 100 * 1024 * 1024 + 1),
      file('empty.jpg', ''),
      file('a.jpg'),
      file('a again.jpg', 'a.jpg'),
    ]);
    expect(selected.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(refusals).toEqual([
      { title: 'Invalid File Type', text: 'notes.pdf is not a supported media type.' },
      { title: 'File Too Large', text: 'film.jpg exceeds the 100MB limit.' },
      { title: 'empty.jpg', text: 'This file is smaller than the allowed size of 1 byte' },
      { title: 'Cannot add the duplicate file', text: 'a again.jpg' },
    ]);
  });

  it.each([
    ['IMG_1.HEIC', 'image/heic'],
    ['IMG_1.HEIC', ''],
    ['a.heif', 'image/heif'],
    ['a.avif', 'image/avif'],
    ['a.avif', ''],
    ['notes.pdf', 'application/octet-stream'],
    ['a.jpg.exe', ''],
  ])('refuses %s of type %j', async (name, type) => {
    expect(await validate([file(name, 'x', type)])).toMatchObject({
      selected: [],
      refusals: [{ title: 'Invalid File Type', text: `${name} is not a supported media type.` }],
    });
  });

  it('accepts at most 100 MiB per file and fifty files', async () => {
    expect((await validate([sized('film.jpg', 100 * 1024 * 1024)])).refusals).toEqual([]);
    const { selected, refusals } = await validate(
      Array.from({ length: 52 }, (_, index) => file(`${index}.jpg`)),
    );
    expect(selected).toHaveLength(50);
    expect(refusals).toEqual([{ title: 'Cannot add more files', text: 'You can only upload 50 file(s)' }]);
  });

  it('leaves out files that are being uploaded or were uploaded before', async () => {
    const duplicateFile = file('a.jpg');
    const fingerprint = await fingerprintOf(duplicateFile);
    const duplicate = {
      selected: [],
      refusals: [{ title: 'Cannot add the duplicate file', text: 'a.jpg' }],
    };
    expect(await validate([duplicateFile], { queued: [fingerprint] })).toEqual(duplicate);
    expect(await validate([duplicateFile], { sent: [fingerprint] })).toEqual(duplicate);
  });

  it('checks ten files at a time', async () => {
    const open: (() => void)[] = [];
    const isInEvent = () => new Promise<boolean>((resolve) => open.push(() => resolve(false)));
    const picked = Array.from({ length: 25 }, (_, index) => file(`${index}.jpg`));
    const validating = validateFiles(picked, { selected: [], queued: new Set(), isInEvent });
    for (const count of [10, 10, 5]) {
      await vi.waitFor(() => expect(open).toHaveLength(count), { timeout: 20_000 });
      for (const resolve of open.splice(0)) resolve();
    }
    expect((await validating).selected.map(({ name }) => name)).toEqual(picked.map(({ name }) => name));
  });

  it('refuses an empty selection, and one that violates the restrictions', async () => {
    expect(validateSelection([])).toEqual({
      title: 'No Files Selected',
      text: 'Please select files to upload.',
    });
    const { selected } = await validate([file('a.jpg')]);
    expect(validateSelection(selected)).toBeUndefined();
    expect(validateSelection(selected, { maxFiles: 10, maxFileBytes: 10, minFiles: 2 })).toEqual({
      title: 'You have to select at least 2 file(s)',
    });
  });

  it('reports an unreadable file as unreadable, not as a duplicate', async () => {
    const unreadable = file('gone.jpg');
    unreadable.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    expect((await validate([unreadable, file('a.jpg')])).refusals).toEqual([
      { title: 'gone.jpg', text: 'The file can no longer be read. Please choose it again.' },
    ]);
  });
});

describe('fingerprints', () => {
  it('tell files apart by their edges and size', async () => {
    const print = await fingerprintOf(large('a'));
    expect(await fingerprintOf(large('a'))).toBe(print);
    expect(await fingerprintOf(large('a', 'END'))).not.toBe(print);
    expect(await fingerprintOf(large('ab'))).not.toBe(print);
    // Differences in the middle go unnoticed, because reading all of it would take too long.
    expect(await fingerprintOf(large('b'))).toBe(print);
  });

  it('tell short files apart', async () => {
    expect(await fingerprintOf(new Blob(['short']))).not.toBe(await fingerprintOf(new Blob(['shore'])));
  });
});

describe('the toast of a finished batch', () => {
  const done = { state: 'done' } as UploadJob;

  it.each([
    ['all saved', [done, done], 'Upload Complete!', undefined],
    [
      'some saved',
      [done, failed('saving'), failed('sending')],
      'Partial Success',
      'Saved 1 file(s), but 2 failed. Please try uploading the failed files again.',
    ],
    ['none begun', [failed('parameters')], 'Upload Error', 'Failed to initialize upload. Please try again.'],
    ['none sent', [failed('sending')], 'Upload Failed', 'Failed to upload files. Please try again.'],
    [
      'none saved',
      [failed('saving'), failed('saving')],
      'Error Saving Media',
      'Failed to save media to the gallery. Please try again.',
    ],
    [
      'none for various reasons',
      [failed('saving'), failed('parameters')],
      'Upload Failed',
      'Failed to upload files. Please try again.',
    ],
  ])('%s', (_, jobs, title, text) => {
    expect(batchToast(jobs).text).toEqual(text === undefined ? { title } : { title, text });
  });
});
