import { toastFor, toasts, type ToastText } from '../../../../shared/messages.ts';
import { isUnderWay, type UploadJob, type UploadStep } from './queue/upload-job.ts';

/** The toast for a finished batch: all saved, some, or none. If all failed at the same step, it says which. */
export function batchToast(jobs: readonly UploadJob[]): { text: ToastText; tone: 'good' | 'bad' } {
  const failed = jobs.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return { text: toasts.uploadComplete, tone: 'good' };
  const saved = jobs.length - failed.length;
  if (saved > 0) return { text: toastFor.partialSuccess(saved, failed.length), tone: 'bad' };
  if (failed.every(({ failure }) => failure?.code === 'event_paused'))
    return { text: toasts.filesPaused, tone: 'bad' };
  const steps = new Set(failed.map(({ failure }) => failure?.step));
  return { text: (steps.size === 1 && toastForStep([...steps][0])) || toasts.uploadAllFailed, tone: 'bad' };
}

/** The toast for a file that failed while others of its person are still under way, after which the batch has its own. */
export function failureToast({ uploader }: UploadJob, jobs: readonly UploadJob[]): ToastText | undefined {
  const isMoreToCome = jobs.some((job) => job.uploader === uploader && isUnderWay(job));
  return isMoreToCome ? toasts.uploadSomeFailed : undefined;
}

function toastForStep(step: UploadStep | undefined): ToastText | undefined {
  if (step === 'parameters') return toasts.uploadInitFailed;
  return step === 'saving' ? toasts.saveMediaFailed : undefined;
}
