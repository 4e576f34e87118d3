import { classifyPutResponse, refusalMessage, StepFailure, UNREADABLE } from './classify-response.ts';
import { afterSuccess } from './concurrency.ts';
import { afterFailedStep, failForGood } from './failures.ts';
import {
  type Bytes,
  type Job,
  type NewStage,
  placeOf,
  type SentStage,
  type Stage,
  type WorkingJob,
} from './queued-job.ts';
import { afterAnswer, afterProgress } from './network-belief.ts';
import type { Moment, StepEvent, Timed } from './queue-events.ts';
import { proceed, type QueueState, withJob } from './queue-state.ts';

/** How many fresh URLs to request in a row. An expired URL gets a 403. */
const MAX_FRESH_URLS = 3;

/** What follows from the progress or the end of a step. Steps that were given up meanwhile change nothing. */
export function afterStep(state: QueueState, event: Timed<StepEvent<unknown>>): QueueState {
  const { at } = event;
  const job = state.jobs.find((job): job is WorkingJob => isRunning(job, event.run));
  if (!job) return state;
  const { stage } = job;
  switch (event.type) {
    case 'progressed':
      return afterBytes(state, job, event.sentBytes);
    case 'copyRead':
      return stage.name === 'new' ? afterCopy(state, job, { stage, copy: event.blob }) : state;
    case 'ticketIssued':
      return stage.name === 'new' ? proceed(state, job, { ...stage, ticket: event.ticket }) : state;
    case 'putAnswered':
      return stage.name === 'new' ? afterPut(state, job, { stage, status: event.status, at }) : state;
    case 'saved':
      return stage.name === 'sent' ? afterSave(state, job, { stage, at }) : state;
    case 'published':
      return afterPublish(state, job);
    case 'stepFailed':
      return isIgnorable(stage, event.failure)
        ? afterPublish(state, job)
        : afterFailedStep(state, job, event);
  }
}

const isRunning = (job: Job, run: number) => job.state.name === 'working' && job.state.run === run;

/** Saving has already made the file visible, so a final refusal to publish it is ignored. */
const isIgnorable = (stage: Stage, failure: StepFailure) => stage.name === 'saved' && failure.isFinal;

/** Goes on after the server has confirmed that the job is in this stage. */
function confirm(
  state: QueueState,
  job: WorkingJob,
  { stage, at }: { stage: Stage; at: Moment },
): QueueState {
  const network = afterAnswer(state.network, at);
  return proceed({ ...state, network }, { ...job, state: { ...job.state, failures: 0 } }, stage);
}

function afterBytes(state: QueueState, job: WorkingJob, sentBytes: number): QueueState {
  const network = afterProgress(state.network);
  if (network === state.network && sentBytes <= job.sentBytes) return state;
  return withJob({ ...state, network }, { ...job, sentBytes: Math.max(sentBytes, job.sentBytes) });
}

function afterCopy(
  state: QueueState,
  job: WorkingJob,
  { stage, copy }: { stage: NewStage; copy: Blob | undefined },
): QueueState {
  if (copy) return proceed(state, job, { ...stage, bytes: { kind: 'copy', blob: copy } });
  const selected = stage.bytes.kind === 'missing' ? stage.bytes.selected : undefined;
  // Kept for a retry, because it may be readable by then.
  const bytes: Bytes = selected ? { kind: 'selected', blob: selected } : stage.bytes;
  return failForGood(state, { ...job, stage: { ...stage, bytes } }, new StepFailure('sending', UNREADABLE));
}

function afterPut(
  state: QueueState,
  job: WorkingJob,
  { stage, status, at }: { stage: NewStage; status: number; at: Moment },
): QueueState {
  const { ticket, bytes, isResend } = stage;
  const responseClass = classifyPutResponse(status);
  if (responseClass === 'done' && ticket) {
    const { objectPath } = ticket;
    return confirm(state, job, { stage: { name: 'sent', bytes, isResend, objectPath }, at });
  }
  const { refusedUrls } = job.state;
  if (responseClass === 'fresh-url' && refusedUrls < MAX_FRESH_URLS) {
    const refused = { ...job, state: { ...job.state, refusedUrls: refusedUrls + 1 } };
    return proceed(state, refused, { ...stage, ticket: undefined, replaces: ticket?.objectPath });
  }
  const failure = new StepFailure('sending', { status, message: refusalMessage(status) });
  return afterFailedStep(state, job, { failure, at });
}

function afterSave(
  state: QueueState,
  job: WorkingJob,
  { stage, at }: { stage: SentStage; at: Moment },
): QueueState {
  // Saved in the name of who had begun it, whoever has the job by now.
  const place = placeOf({ ...job, uploader: job.state.uploader });
  const placed = state.placed.has(place) ? state.placed : new Set(state.placed).add(place);
  const { objectPath } = stage;
  return confirm({ ...state, placed }, job, { stage: { name: 'saved', objectPath }, at });
}

function afterPublish(state: QueueState, job: WorkingJob): QueueState {
  const { stage } = job;
  if (stage.name !== 'saved') return state;
  const concurrency = afterSuccess(state.concurrency);
  return withJob({ ...state, concurrency }, { ...job, stage, state: { name: 'done' } });
}
