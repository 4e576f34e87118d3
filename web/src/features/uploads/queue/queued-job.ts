import type { AdoptedJob, JobFile, UploadFailure, UploadJob } from './upload-job.ts';
import type { Step, Ticket } from './upload-steps.ts';

/** Where a file's bytes are: the selected file, or the stored copy once the selected file could not be read. */
export type Bytes =
  | { readonly kind: 'selected' | 'copy'; readonly blob: Blob }
  /** To be read from the store. `selected` could not be read, but may be later. */
  | { readonly kind: 'missing'; readonly selected: Blob | undefined };

/** A file that the event does not list yet. `isResend`: a save was refused, and it is sent once more. */
type Unsaved = { readonly bytes: Bytes; readonly isResend: boolean };
/** The ticket outlives a failure, so that a repeated PUT to the same path gets a 412. */
export type NewStage = Unsaved & {
  readonly name: 'new';
  readonly ticket: Ticket | undefined;
  /** The path of the upload whose place the next ticket takes. */
  readonly replaces?: string | undefined;
};
export type SentStage = Unsaved & { readonly name: 'sent'; readonly objectPath: string };
/** The bytes are the server's now. */
export type SavedStage = { readonly name: 'saved'; readonly objectPath: string };
/** What the server has confirmed. */
export type Stage = NewStage | SentStage | SavedStage;

/** When a job may be tried next. */
export type Pause = {
  /** Consecutive failures. */
  readonly failures: number;
  readonly dueAtMs: number;
  /** From the server's Retry-After: no retry before that, even if the network comes back. */
  readonly notBeforeMs: number;
  /** The server's, where the wait is a long one. */
  readonly reason?: string | undefined;
};

export type WaitingState = { readonly name: 'waiting'; readonly pause: Pause };
export type WorkingState = {
  readonly name: 'working';
  /** Identifies the step that is being run. Never used twice, so late answers can be told apart. */
  readonly run: number;
  /** The uploader when the step began. */
  readonly uploader: string;
  /** How often the session had been looked up by then. */
  readonly lookups: number;
  readonly failures: number;
  /** Of the concurrency when the job's turn began. */
  readonly generation: number;
  /** How many URLs in a row the object store has refused. */
  readonly refusedUrls: number;
};
export type FailedState = { readonly name: 'failed'; readonly failure: UploadFailure };
export type DoneState = { readonly name: 'done' };

type JobFacts = {
  readonly file: JobFile;
  /** `user:<id>` or `guest:<id>`. */
  readonly uploader: string;
  /** The most that any attempt has sent. */
  readonly sentBytes: number;
  /** Whether job and file are stored. */
  readonly isKept: boolean;
  /** Whether its uploader is yet to be told that everything they added is done. */
  readonly isInBatch: boolean;
};

export type WorkingJob = JobFacts & { readonly stage: Stage; readonly state: WorkingState };

/** One file being uploaded. Only a saved one is ever done, and only an unsaved one ever fails. */
export type Job =
  | (JobFacts & { readonly stage: Stage; readonly state: WaitingState })
  | WorkingJob
  | (JobFacts & { readonly stage: NewStage | SentStage; readonly state: FailedState })
  | (JobFacts & { readonly stage: SavedStage; readonly state: DoneState });

export const NO_PAUSE: Pause = { failures: 0, dueAtMs: 0, notBeforeMs: 0 };

/** Whether a file is still to be sent or saved. */
export function isPending({ state }: Job): boolean {
  return state.name === 'waiting' || state.name === 'working';
}

/** What has to be done next for a job in this stage. */
export function nextStep(stage: Stage): Step {
  switch (stage.name) {
    case 'new':
      if (stage.bytes.kind === 'missing') return { name: 'read-copy' };
      return stage.ticket
        ? { name: 'put', url: stage.ticket.url, blob: stage.bytes.blob }
        : { name: 'issue', replaces: stage.replaces };
    case 'sent':
      return { name: 'save', objectPath: stage.objectPath };
    case 'saved':
      return { name: 'publish', objectPath: stage.objectPath };
  }
}

/** Where a file was sent to, or is being sent to. The next ticket takes the place of this one. */
export const pathOf = (stage: Stage): string | undefined =>
  stage.name === 'new' ? (stage.ticket?.objectPath ?? stage.replaces) : stage.objectPath;

/** Whose place in which event the save of a job takes, if they have none. */
export const placeOf = ({ file, uploader }: Job): string => `${file.eventId} ${uploader}`;

/** The job before anything was sent. */
export function startedOver(job: Job, isResend: boolean): Job {
  const bytes: Bytes = 'bytes' in job.stage ? job.stage.bytes : { kind: 'missing', selected: undefined };
  return {
    ...job,
    stage: { name: 'new', bytes, ticket: undefined, isResend, replaces: pathOf(job.stage) },
    state: { name: 'waiting', pause: NO_PAUSE },
  };
}

/** The job while its next step is being run. */
export function workingOn(job: Job, turn: Omit<WorkingState, 'name' | 'uploader'>): WorkingJob {
  return { ...job, state: { name: 'working', uploader: job.uploader, ...turn } };
}

/** The job without its turn, due as soon as it may have another one. */
export function pausedJob(job: WorkingJob): Job {
  const { failures } = job.state;
  return { ...job, state: { name: 'waiting', pause: { ...NO_PAUSE, failures } } };
}

/** A job that an earlier page stored. */
export function fromStored({ job: stored, blob }: AdoptedJob): Job {
  const { id, eventId, name, mimeType, size, fingerprint, addedAtMs, uploader } = stored;
  const { stage, state, objectPath, failure } = stored;
  const file = { id, eventId, name, mimeType, size, fingerprint, addedAtMs };
  const bytes: Bytes = blob ? { kind: 'selected', blob } : { kind: 'missing', selected: undefined };
  const facts = { file, uploader, isKept: true, sentBytes: 0 };
  const waiting = { name: 'waiting', pause: NO_PAUSE } as const;
  if (stage === 'saved' && objectPath !== undefined) {
    return { ...facts, isInBatch: true, stage: { name: 'saved', objectPath }, state: waiting };
  }
  const unsaved: NewStage | SentStage =
    stage === 'sent' && objectPath !== undefined
      ? { name: 'sent', objectPath, bytes, isResend: false }
      : { name: 'new', ticket: undefined, bytes, isResend: false, replaces: objectPath };
  return state === 'failed' && failure
    ? { ...facts, isInBatch: false, stage: unsaved, state: { name: 'failed', failure } }
    : { ...facts, isInBatch: true, stage: unsaved, state: waiting };
}

/** A job as screens show it. @param isAway whether its uploader has to sign in again */
export function viewOf(job: Job, isAway: boolean): UploadJob {
  const { file, uploader, sentBytes, isKept, stage, state } = job;
  const objectPath = pathOf(stage);
  const path = objectPath === undefined ? {} : { objectPath };
  const facts = { ...file, uploader, sentBytes, isKept, stage: stage.name, ...path };
  if (isAway && state.name !== 'done') return { ...facts, state: 'awaiting-person' };
  if (state.name === 'failed') return { ...facts, state: state.name, failure: state.failure };
  const waitsFor = state.name === 'waiting' ? state.pause.reason : undefined;
  return { ...facts, state: state.name, ...(waitsFor !== undefined && { waitsFor }) };
}

/** A job as the database stores it: what a later page does not know by itself. */
export function storedForm(job: Job): UploadJob {
  const { waitsFor: _, ...view } = viewOf(job, false);
  return view.state === 'failed' ? view : { ...view, state: 'waiting' };
}
