import type { JobPersistence } from './job-persistence.ts';
import type { Connectivity } from './connectivity.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { QueuePorts } from './queue-ports.ts';
import type { JobEntry, JobList } from './job-list.ts';
import { toStepFailure } from './classify-response.ts';

/** What of the queue a failure concerns. */
type FailureContext = Pick<QueuePorts<never>, 'clock' | 'random' | 'onFailed'> & {
  readonly jobList: JobList;
  readonly persistence: JobPersistence;
  readonly connectivity: Connectivity;
  readonly concurrency: AdaptiveConcurrency;
};

/**
 * What becomes of a file whose step did not work out: it is sent from its copy or once more, waits, or has failed.
 * @param attempt.generation of the concurrency limit when the try began
 * @param attempt.uploader whose file it was then
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
  if (failure.isUnreadable && (await useStoredCopy(entry, context))) return;
  if (entry.unwanted.signal.aborted) return;
  if (failure.isFinal && entry.job.uploader !== uploader) {
    // Somebody else was refused.
    jobList.change(entry, { state: 'waiting' });
    return;
  }
  if (failure.isInVain && entry.blob && !entry.isSecondSending) {
    jobList.startOver(entry);
    entry.isSecondSending = true;
    return;
  }
  if (!failure.isFinal) {
    concurrency.failed(generation);
    jobList.postpone(entry, context.clock.now() + failure.retryAfterMs, context.random);
    return;
  }
  const { step, message } = failure;
  jobList.change(entry, { state: 'failed', failure: { step, message } });
  persistence.note(() => jobList.get(entry.job.id));
  context.onFailed(entry.job);
}

/** A file that was moved, changed or taken back since it was chosen: its kept copy does as well. */
async function useStoredCopy(entry: JobEntry, { persistence, jobList }: FailureContext): Promise<boolean> {
  const copy = entry.isCopy ? undefined : await persistence.fileOf(entry.job.id);
  if (!copy) return false;
  entry.blob = copy;
  entry.isCopy = true;
  jobList.change(entry, { state: 'waiting' });
  return true;
}
