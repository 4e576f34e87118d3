import type { BrowserIdentity } from './effective-uploader.ts';

/** The steps that can fail, in order. */
export type UploadStep = 'parameters' | 'sending' | 'saving';

export type UploadFailure = {
  readonly step: UploadStep;
  readonly message: string;
  /** The server's, if it refused. */
  readonly code?: string | undefined;
};

/** The file of a job, which never changes. */
export type JobFile = {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  /** The canonical MIME type. */
  readonly mimeType: string;
  readonly size: number;
  readonly fingerprint: string;
  readonly addedAtMs: number;
};

/**
 * One file being uploaded, as screens show it and the database stores it. `stage` is what the server has confirmed, and
 * where a resumed job continues: `sent` means that the object store holds the file under `objectPath`, `saved` that the
 * event lists it. The state `awaiting-person` means that nothing is sent until its uploader is signed in again.
 */
export type UploadJob = JobFile & {
  /** `user:<id>` or `guest:<id>`. */
  readonly uploader: string;
  /** The most that any attempt has sent, so that the progress shown never goes backwards. */
  readonly sentBytes: number;
  readonly stage: 'new' | 'sent' | 'saved';
  readonly state: 'waiting' | 'working' | 'awaiting-person' | 'done' | 'failed';
  /** Where it was sent to, or is being sent to. */
  readonly objectPath?: string;
  /** Whether job and file are stored and outlive the page. */
  readonly isKept?: boolean;
  /** Why the server lets it wait, if that takes long. */
  readonly waitsFor?: string;
  /** If it failed. */
  readonly failure?: UploadFailure;
};

/** A selected file that passed validation. */
export type SelectedFile = Pick<UploadJob, 'name' | 'mimeType' | 'size' | 'fingerprint'> & {
  readonly blob: Blob;
};

/** A stored job with its file, which is undefined once the job is saved, or if it was lost. */
export type AdoptedJob = { readonly job: UploadJob; readonly blob: Blob | undefined };

/** Persistent storage of jobs and their files. */
export type JobStore = {
  /** Stores a job with its file. Rejects if there is no space. */
  put(job: UploadJob, blob: Blob): Promise<void>;
  /** Updates a stored job, and deletes its file once the job is saved. Ignores unknown jobs. */
  update(job: UploadJob): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
  /** Deletes all jobs of a person, whichever page owns them. */
  deleteAllOf(uploader: string): Promise<void>;
  /** The stored file of a job that is not saved yet. */
  getFile(id: string): Promise<Blob | undefined>;
  /** Takes over jobs of ended pages that the current person may continue. */
  adopt(identity: BrowserIdentity): Promise<AdoptedJob[]>;
};

/** Whether a file is being uploaded now, or is as soon as it is its turn. */
export function isUnderWay(job: UploadJob): boolean {
  return job.state === 'waiting' || job.state === 'working';
}

/** Whether a file is still to be sent or saved, now or once its uploader is back. */
export function isUnfinished(job: UploadJob): boolean {
  return isUnderWay(job) || job.state === 'awaiting-person';
}

/** Overall progress of the jobs by bytes, from 0 to 1. Failed files count as processed. */
export function progressOf(jobs: readonly UploadJob[]): number {
  const total = jobs.reduce((sum, job) => sum + weightOf(job), 0);
  if (total === 0) return 0;
  const processed = jobs.reduce((sum, job) => {
    if (!isUnfinished(job)) return sum + weightOf(job);
    return sum + (job.stage === 'new' ? Math.min(job.sentBytes, job.size) : job.size);
  }, 0);
  return processed / total;
}

// The constant stands for the cost of saving, so that progress also moves with tiny files.
const weightOf = (job: UploadJob) => job.size + 4096;
