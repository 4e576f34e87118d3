import type { JobStore, UploadJob } from './upload-job.ts';
import type { Clock, UploadCalls } from './upload-steps.ts';

/** The browser's view of the network. */
export type Network = {
  /** Only a hint: the queue still probes now and then while offline. */
  isOnline(): boolean;
  /** Calls back when the network or the page is back. */
  onResume(run: () => void): void;
};

/** Everything the queue needs from outside. */
export type QueuePorts<Saved> = {
  readonly calls: UploadCalls<Saved>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newId: () => string;
  readonly network: Network;
  readonly store: JobStore;
  readonly onSaved: (saved: Saved, job: UploadJob, blob: Blob | undefined) => void;
  /** A file has failed for good. */
  readonly onFailed: (job: UploadJob) => void;
  /** Everything that one person added since they were last told is done or failed, and they are there to be told. */
  readonly onSettled: (jobs: readonly UploadJob[]) => void;
};
