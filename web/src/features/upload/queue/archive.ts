import type { JobStore, UploadJob } from './job.ts';

/**
 * Writes jobs to where they outlive the page, one write after the other. Uploading never waits for it and
 * never fails by it: a browser without room or storage uploads from memory alone.
 */
export class Archive {
  readonly #store: JobStore;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(store: JobStore) {
    this.#store = store;
  }

  /** Keeps a job with its file, unless it is saved or gone by the time it is its turn. */
  keep(current: () => UploadJob | undefined, blob: Blob): void {
    this.#then(async () => {
      const job = current();
      if (job && job.stage !== 'saved') await this.#store.keep(job, blob);
    });
  }

  /** Notes what a job has become by then. */
  note(current: () => UploadJob | undefined): void {
    this.#then(async () => {
      const job = current();
      if (job) await this.#store.note(job);
    });
  }

  drop(ids: readonly string[]): void {
    if (ids.length > 0) this.#then(() => this.#store.drop(ids));
  }

  /** Jobs of this person whose page is gone; none where there is no storage. */
  async adopt(uploader: string): ReturnType<JobStore['adopt']> {
    try {
      return await this.#store.adopt(uploader);
    } catch {
      return [];
    }
  }

  /** Settles when everything asked for so far is written or given up. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  #then(write: () => Promise<void>): void {
    this.#tail = this.#tail.then(write).catch(() => {});
  }
}
