import { type Concurrency, FIRST_CONCURRENCY } from './concurrency.ts';
import { isPending, type Job, type Stage, type WorkingJob, workingOn } from './queued-job.ts';
import { FIRST_BELIEF, isOffline, type NetworkBelief } from './network-belief.ts';
import { type BrowserIdentity, effectiveUploader } from './effective-uploader.ts';

/** All that the queue knows. */
export type QueueState = {
  /** In the order in which they were added. */
  readonly jobs: readonly Job[];
  readonly concurrency: Concurrency;
  readonly network: NetworkBelief;
  /** Who uses this browser; undefined until the session has said so. */
  readonly person: BrowserIdentity | undefined;
  /** How often the session has said who it is. */
  readonly lookups: number;
  /** Uploaders whom the server refused as not signed in, until the session confirms them. */
  readonly refused: ReadonlySet<string>;
  /** Uploaders whose accounts were deleted: their files are no longer accepted. */
  readonly departed: ReadonlySet<string>;
  /** For whom which event has taken a file: each `placeOf` of a job. */
  readonly placed: ReadonlySet<string>;
  readonly nextRun: number;
  /** When to look again for what is due; undefined if nothing is. */
  readonly wakeAtMs: number | undefined;
  readonly isStopped: boolean;
};

export const FIRST_STATE: QueueState = {
  jobs: [],
  concurrency: FIRST_CONCURRENCY,
  network: FIRST_BELIEF,
  person: undefined,
  lookups: 0,
  refused: new Set(),
  departed: new Set(),
  placed: new Set(),
  nextRun: 1,
  wakeAtMs: undefined,
  isStopped: false,
};

/** Whether this browser can act as the uploader, as far as is known. */
export function isPresent({ person, refused }: QueueState, uploader: string): boolean {
  if (refused.has(uploader)) return false;
  return person === undefined || effectiveUploader(uploader, person) === uploader;
}

/** Whether no present person has anything to upload. */
export function isIdle(state: QueueState): boolean {
  return !state.jobs.some(
    (job) => isPending(job) && (job.state.name === 'working' || isPresent(state, job.uploader)),
  );
}

/** Whether the remaining files are waiting for the network. */
export function isDisconnected(state: QueueState, isBrowserOnline: boolean): boolean {
  return isOffline(state.network, isBrowserOnline) && !isIdle(state);
}

/** The state with one job replaced. */
export function withJob(state: QueueState, job: Job): QueueState {
  return { ...state, jobs: state.jobs.map((other) => (other.file.id === job.file.id ? job : other)) };
}

/** The state with its jobs changed; the same state if none was. */
export function withJobs(state: QueueState, change: (job: Job) => Job): QueueState {
  const jobs = state.jobs.map(change);
  return jobs.some((job, index) => job !== state.jobs[index]) ? { ...state, jobs } : state;
}

/** Goes on with the next step of the job's turn. */
export function proceed(state: QueueState, job: WorkingJob, stage: Stage): QueueState {
  const { failures, generation, refusedUrls } = job.state;
  const { nextRun: run, lookups } = state;
  const next = workingOn({ ...job, stage }, { run, lookups, failures, generation, refusedUrls });
  return withJob({ ...state, nextRun: run + 1 }, next);
}
