import { expect, it } from 'vitest';
import { toasts } from '../../../shared/messages.ts';
import { batchToast, failureToast } from '../../../web/src/features/uploads/batch-toast.ts';
import type { UploadJob } from '../../../web/src/features/uploads/queue/upload-job.ts';

const job = (uploader: string, state: UploadJob['state']) => ({ uploader, state }) as UploadJob;
const failed = job('user:ada', 'failed');

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
