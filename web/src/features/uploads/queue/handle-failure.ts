import type { JobPersistence } from './job-persistence.ts';
import type { Connectivity } from './connectivity.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { QueuePorts } from './queue-ports.ts';
import type { JobEntry, JobList } from './job-list.ts';
import { toStepFailure } from './classify-response.ts';

/** The parts of the queue that handling a failure needs. */
type FailureContext = Pick<QueuePorts<never>, 'clock' | 'random' | 'onFailed'> & {
  readonly jobList: JobList;
  readonly persistence: JobPersistence;
  readonly connectivity: Connectivity;
  readonly concurrency: AdaptiveConcurrency;
};

/**
 * Decides what happens after a failed step: retry from the stored copy, resend, wait, or fail for good.
 * @param attempt.generation the concurrency limit's generation when the attempt began
 * @param attempt.uploader the job's uploader when the attempt began
 */
export async function handleFailure(
  entry: JobEntry,
  { error, generation, uploader }: { error: unknown; generation: number; uploader: string },
  context: FailureContext,
): Promise<void> {
  const { jobList, persistence, connectivity, concurrency } = context;
  const failure = toStepFailure('sending', error);
  if (failure.status === undefined) connectivity.unanswered();
  else if (!failure.isUnreadable) connectivity.answered();
  if (failure.isUnreadable && (await switchToStoredCopy(entry, context))) return;
  if (entry.cancellation.signal.aborted) return;
  if (failure.isFinal && entry.job.uploader !== uploader) {
    // The refusal was for the previous uploader.
    jobList.change(entry, { state: 'waiting' });
    return;
  }
  if (failure.shouldResend && entry.blob && !entry.isResend) {
    jobList.startOver(entry);
    entry.isResend = true;
    return;
  }
  if (!failure.isFinal) {
    concurrency.failed(generation);
    jobList.postpone(entry, context.clock.now() + failure.retryAfterMs, context.random);
    return;
  }
  const { step, message } = failure;
  jobList.change(entry, { state: 'failed', failure: { step, message } });
  persistence.update(() => jobList.get(entry.job.id));
  context.onFailed(entry.job);
}

/** Continues with the stored copy of a file that was moved, changed or deleted since it was selected. */
async function switchToStoredCopy(
  entry: JobEntry,
  { persistence, jobList }: FailureContext,
): Promise<boolean> {
  const copy = entry.isCopy ? undefined : await persistence.getFile(entry.job.id);
  if (!copy) return false;
  entry.blob = copy;
  entry.isCopy = true;
  jobList.change(entry, { state: 'waiting' });
  return true;
}
