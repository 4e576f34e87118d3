import { expect, it } from 'vitest';
import { toasts } from '../../../shared/messages.ts';
import { batchToast, failureToast } from '../../../web/src/features/uploads/batch-toast.ts';
import type { UploadJob } from '../../../web/src/features/uploads/queue/upload-job.ts';

const job = (uploader: string, state: UploadJob['state']) => ({ uploader, state }) as UploadJob;
const failed = job('user:ada', 'failed');
const refused = (code: string) =>
  ({ ...failed, failure: { step: 'saving', message: '', code } }) as UploadJob;

it('says that a file failed while others of its person are under way, and to nobody else', () => {
  expect(failureToast(failed, [failed, job('user:ada', 'working')])).toEqual(toasts.uploadSomeFailed);
  expect(failureToast(failed, [failed, job('user:ada', 'done')])).toBeUndefined();
  const away = [job('user:ada', 'awaiting-person'), job('user:bea', 'working')];
  expect(failureToast(failed, away)).toBeUndefined();
});

it('calls a batch complete only if every file was saved', () => {
  expect(batchToast([job('user:ada', 'done')])).toEqual({ text: toasts.uploadComplete, tone: 'good' });
  expect(batchToast([failed]).tone).toBe('bad');
  expect(batchToast([job('user:ada', 'done'), failed]).tone).toBe('bad');
});

it('says of files that a paused event refused that they are kept, unless some were saved or failed otherwise', () => {
  const paused = refused('event_paused');
  expect(batchToast([paused, paused])).toEqual({ text: toasts.filesPaused, tone: 'bad' });
  expect(batchToast([paused, refused('event_full')]).text).toEqual(toasts.saveMediaFailed);
  expect(batchToast([paused, job('user:ada', 'done')]).text.title).toBe('Partial Success');
});
