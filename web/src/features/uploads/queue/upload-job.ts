import type { BrowserIdentity } from './upload-ownership.ts';

/** The steps of one file that can fail, in their order. */
export type UploadStep = 'parameters' | 'sending' | 'saving';

/**
 * One file on its way into an event. `stage` is what the server has confirmed, and the only thing that a
 * resumed job starts from: `sent` means the object store holds the file under `objectPath`, `saved` that the
 * event lists it.
 */
export type UploadJob = {
  readonly id: string;
  readonly eventId: string;
  /** Who uploads: `user:<id>` or `guest:<id>`. */
  readonly uploader: string;
  readonly name: string;
  /** The product's one name of the file's type. */
  readonly mimeType: string;
  readonly size: number;
  readonly fingerprint: string;
  readonly addedAtMs: number;
  readonly stage: 'new' | 'sent' | 'saved';
  readonly state: 'waiting' | 'working' | 'done' | 'failed';
  readonly objectPath?: string;
  readonly mediaId?: string;
  /** The most that a try has sent so far: what is shown never runs backwards. */
  readonly sentBytes: number;
  /** Whether job and file outlive the page. */
  readonly isKept?: boolean;
  readonly failure?: { readonly step: UploadStep; readonly message: string };
};

/** A file that somebody chose and that passed the checks. */
export type SelectedFile = Pick<UploadJob, 'name' | 'mimeType' | 'size' | 'fingerprint'> & {
  readonly blob: Blob;
};

/** Where jobs and their files outlive the page. */
export type JobStore = {
  /** Keeps a job with its file. Rejects where there is no room. */
  keep(job: UploadJob, blob: Blob): Promise<void>;
  /** Notes a kept job's progress; its file goes once the job is saved. Nothing happens to unknown ones. */
  note(job: UploadJob): Promise<void>;
  drop(ids: readonly string[]): Promise<void>;
  /** Drops all of somebody's, whichever page works on it. */
  dropAllOf(uploader: string): Promise<void>;
  /** The kept file of a job that is not saved yet. */
  fileOf(id: string): Promise<Blob | undefined>;
  /** Takes over jobs whose page is gone: those that whoever is here may send on. */
  adopt(identity: BrowserIdentity): Promise<{ job: UploadJob; blob: Blob | undefined }[]>;
};

/** Whether a file is still to be sent or saved. */
export function isUnfinished(job: UploadJob): boolean {
  return job.state === 'waiting' || job.state === 'working';
}

/** How much of a list of jobs is done, 0 to 1, by bytes. Failed files count as dealt with. */
export function progressOf(jobs: readonly UploadJob[]): number {
  const total = jobs.reduce((sum, job) => sum + weightOf(job), 0);
  if (total === 0) return 0;
  const dealtWith = jobs.reduce((sum, job) => {
    if (!isUnfinished(job)) return sum + weightOf(job);
    return sum + (job.stage === 'new' ? Math.min(job.sentBytes, job.size) : job.size);
  }, 0);
  return dealtWith / total;
}

// Saving costs about as much as sending a few kilobytes, so that a list of tiny files moves, too.
const weightOf = (job: UploadJob) => job.size + 4096;
