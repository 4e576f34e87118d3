import type { JobStore, UploadJob } from './upload-job.ts';
import type { Clock, UploadCalls } from './upload-steps.ts';

/** What a browser says of its network. */
export type Network = {
  /** A hint: a browser that calls itself offline is still asked to try now and then. */
  isOnline(): boolean;
  /** The network, or the page itself, is back. */
  onResume(run: () => void): void;
};

/** All that the queue needs of the world. */
export type QueuePorts<Saved> = {
  readonly calls: UploadCalls<Saved>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newId: () => string;
  readonly network: Network;
  readonly store: JobStore;
  readonly onSaved: (saved: Saved, job: UploadJob, blob: Blob | undefined) => void;
  /** A file failed for good. */
  readonly onFailed: (job: UploadJob) => void;
  /** Everything added since the queue was last idle is done or failed. */
  readonly onSettled: (jobs: readonly UploadJob[]) => void;
};
