import { backoffMs } from './backoff.ts';
import type { StepFailure } from './classify-response.ts';
import { afterFailure } from './concurrency.ts';
import { type Job, NO_PAUSE, type Stage, startedOver, type WorkingJob } from './queued-job.ts';
import { afterAnswer, afterSilence } from './network-belief.ts';
import type { Moment } from './queue-events.ts';
import { proceed, type QueueState, withJob } from './queue-state.ts';

type Failed = { readonly failure: StepFailure; readonly at: Moment };

/**
 * What follows from a failed step: the stored copy is read, the job waits for the next attempt or for its uploader, it is
 * sent again from the start, or it fails for good.
 */
export function afterFailedStep(before: QueueState, job: WorkingJob, { failure, at }: Failed): QueueState {
  const state = { ...before, network: networkAfter(before, { failure, at }) };
  const { stage } = job;
  const { uploader } = job.state;
  if (failure.isUnreadable && stage.name === 'new' && stage.bytes.kind === 'selected') {
    // Moved, changed or deleted since it was selected: goes on with the stored copy.
    return proceed(state, job, { ...stage, bytes: { kind: 'missing', selected: stage.bytes.blob } });
  }
  // The refusal was for the previous uploader.
  if (failure.isFinal && job.uploader !== uploader) {
    return withJob(state, { ...job, state: { name: 'waiting', pause: NO_PAUSE } });
  }
  if (failure.isSessionRefusal(uploader)) {
    // Unless the session has said since the call began who it is: then that is the newer word.
    const isNews = job.state.lookups === state.lookups;
    const refused = isNews ? new Set(state.refused).add(uploader) : state.refused;
    return withJob({ ...state, refused }, postponed(job, { failure, at }));
  }
  if (failure.shouldResend && mayResend(stage)) return withJob(state, startedOver(job, true));
  if (failure.isFinal) return failForGood(state, job, failure);
  const concurrency = afterFailure(state.concurrency, job.state.generation);
  return withJob({ ...state, concurrency }, postponed(job, { failure, at }));
}

export function failForGood(
  state: QueueState,
  job: WorkingJob,
  { step, message, code }: StepFailure,
): QueueState {
  const { stage } = job;
  if (stage.name === 'saved') return state;
  return withJob(state, { ...job, stage, state: { name: 'failed', failure: { step, message, code } } });
}

function networkAfter({ network }: QueueState, { failure, at }: Failed) {
  if (failure.status === undefined) return afterSilence(network);
  return failure.isUnreadable ? network : afterAnswer(network, at);
}

const mayResend = (stage: Stage) =>
  stage.name === 'sent' && !stage.isResend && stage.bytes.kind !== 'missing';

/** The job waiting for its next attempt: after a backoff, which begins when the server's Retry-After ends. */
function postponed(job: WorkingJob, { failure, at }: Failed): Job {
  const failures = job.state.failures + 1;
  const notBeforeMs = at.nowMs + failure.retryAfterMs;
  const dueAtMs = notBeforeMs + backoffMs(failures, () => at.random);
  const reason = failure.longWait;
  return { ...job, state: { name: 'waiting', pause: { failures, notBeforeMs, dueAtMs, reason } } };
}
