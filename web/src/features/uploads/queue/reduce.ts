import { afterStep } from './after-step.ts';
import { isUsedUp } from './classify-response.ts';
import { fromStored, isPending, type Job, NO_PAUSE, startedOver } from './queued-job.ts';
import { afterReturn } from './network-belief.ts';
import type { Moment, QueueEvent, Timed } from './queue-events.ts';
import { isPresent, type QueueState, withJob, withJobs } from './queue-state.ts';
import { endBatches, giveTurns, pauseAbsent, pauseFollowers } from './turns.ts';
import type { AdoptedJob } from './upload-job.ts';
import { type BrowserIdentity, effectiveUploader } from './effective-uploader.ts';

type Added = Extract<QueueEvent, { type: 'filesAdded' }>;

/**
 * The queue's next state, from its state and what happened. Pure: what has to be done about it is in `effects.ts`, and is
 * done by `upload-queue.ts`.
 * @returns the same state if nothing changed
 */
export function reduce(state: QueueState, event: Timed<QueueEvent>): QueueState {
  if (state.isStopped) return state;
  if (event.type === 'stopped') return stopped(state);
  return giveTurns(endBatches(pauseFollowers(pauseAbsent(happened(state, event)))), event.at);
}

function happened(state: QueueState, event: Timed<Exclude<QueueEvent, { type: 'stopped' }>>): QueueState {
  if ('run' in event) return afterStep(state, event);
  switch (event.type) {
    case 'filesAdded':
      return added(state, event);
    case 'stored':
      return withJobs(state, (job) => (job.file.id === event.id ? { ...job, isKept: true } : job));
    case 'personChanged':
      return personChanged(state, event.person);
    case 'adopted':
      return adopted(state, event.jobs);
    case 'personLeft':
      return {
        ...state,
        departed: new Set(state.departed).add(event.uploader),
        jobs: state.jobs.filter(({ uploader }) => uploader !== event.uploader),
      };
    case 'retried':
      return retried(state, event);
    case 'dismissed': {
      const ids = new Set(event.ids);
      return {
        ...state,
        jobs: state.jobs.filter((job) => !(ids.has(job.file.id) && isDismissible(state, job))),
      };
    }
    case 'networkResumed':
      return networkResumed(state);
    case 'woken':
      return { ...state, wakeAtMs: undefined };
  }
}

/** Files that are already being uploaded, as after a double click, are skipped. */
function added(state: QueueState, { files, owner, at }: Added & { at: Moment }): QueueState {
  const { eventId, uploader } = owner;
  if (state.departed.has(uploader)) return state;
  const pending = new Set(
    state.jobs
      .filter((job) => isPending(job) && job.file.eventId === eventId && job.uploader === uploader)
      .map(({ file }) => file.fingerprint),
  );
  const jobs = files
    .filter(({ fingerprint }) => !pending.has(fingerprint))
    .map(({ blob, ...file }): Job => ({
      file: { ...file, eventId, addedAtMs: at.nowMs },
      uploader,
      sentBytes: 0,
      isKept: false,
      isInBatch: true,
      stage: { name: 'new', bytes: { kind: 'selected', blob }, ticket: undefined, isResend: false },
      state: { name: 'waiting', pause: NO_PAUSE },
    }));
  return jobs.length > 0 ? { ...state, jobs: [...state.jobs, ...jobs] } : state;
}

/** Confirms whom the session is of, and hands over what people left who no longer use this browser. */
function personChanged(state: QueueState, person: BrowserIdentity): QueueState {
  const refused = new Set(state.refused);
  for (const uploader of [person.uploader, person.guest])
    if (uploader !== undefined) refused.delete(uploader);
  return handedOver({ ...state, person, refused, lookups: state.lookups + 1 });
}

/**
 * Reassigns jobs of people who no longer use this browser to the current person. Failed ones are retried from their
 * current stage, because they may have failed for lack of permission.
 */
function handedOver(state: QueueState): QueueState {
  const { person } = state;
  if (!person) return state;
  return withJobs(state, (job) => {
    const uploader = effectiveUploader(job.uploader, person) ?? job.uploader;
    if (uploader === job.uploader) return job;
    return job.state.name === 'failed' ? continued(job, uploader) : { ...job, uploader };
  });
}

/** A failed job that goes on from where it was. */
function continued(job: Job, uploader: string): Job {
  const stage = 'isResend' in job.stage ? { ...job.stage, isResend: false } : job.stage;
  return { ...job, uploader, stage, isInBatch: true, state: { name: 'waiting', pause: NO_PAUSE } };
}

function adopted(state: QueueState, jobs: readonly AdoptedJob[]): QueueState {
  const known = new Set(state.jobs.map(({ file }) => file.id));
  const news = jobs.filter(({ job }) => !known.has(job.id) && !state.departed.has(job.uploader));
  return handedOver({ ...state, jobs: [...state.jobs, ...news.map(fromStored)] });
}

/**
 * Retries a failed file. One that has arrived is saved again, and sent again only if the server says that it is gone: by
 * now the local file may be unreadable. Nobody but a guest leaves files that somebody else may send.
 */
function retried(state: QueueState, { id, uploader }: { id: string; uploader: string }): QueueState {
  const job = state.jobs.find(({ file }) => file.id === id);
  if (!job || job.state.name !== 'failed' || !isPresent(state, uploader)) return state;
  if (job.uploader !== uploader && !job.uploader.startsWith('guest:')) return state;
  if (job.stage.name === 'sent' && !isUsedUp(job.state.failure))
    return withJob(state, continued(job, uploader));
  return withJob(state, startedOver({ ...job, uploader, sentBytes: 0, isInBatch: true }, false));
}

/** Whether a job is over: done, or failed before the eyes of its uploader. */
function isDismissible(state: QueueState, job: Job): boolean {
  return job.state.name === 'done' || (job.state.name === 'failed' && isPresent(state, job.uploader));
}

/** Ends all backoffs; Retry-After still applies. */
function networkResumed(state: QueueState): QueueState {
  return withJobs({ ...state, network: afterReturn(state.network) }, (job) => {
    if (job.state.name !== 'waiting') return job;
    const { pause } = job.state;
    return { ...job, state: { name: 'waiting', pause: { ...pause, dueAtMs: pause.notBeforeMs } } };
  });
}

/** Takes their turn from all jobs for good. */
function stopped(state: QueueState): QueueState {
  const paused = withJobs(state, (job) =>
    job.state.name === 'working' ? { ...job, state: { name: 'waiting', pause: NO_PAUSE } } : job,
  );
  return { ...paused, wakeAtMs: undefined, isStopped: true };
}
