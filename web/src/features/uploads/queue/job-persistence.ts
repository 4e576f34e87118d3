import type { BrowserIdentity } from './effective-uploader.ts';
import type { JobStore, UploadJob } from './upload-job.ts';

type Write = () => Promise<void>;

/**
 * Persists jobs, one write at a time. Uploading never waits for it or fails because of it: without space or storage, a
 * browser uploads from memory alone. Progress is written before files that are still to be stored: copying fifty videos
 * takes minutes, and a page that is killed meanwhile must not resend what has arrived.
 */
export class JobPersistence {
  readonly #store: JobStore;
  readonly #updates: Write[] = [];
  readonly #newFiles: Write[] = [];
  #draining: Promise<void> | undefined;

  constructor(store: JobStore) {
    this.#store = store;
  }

  /**
   * Stores a job with its file, unless it is saved or gone when its turn comes.
   * @param onStored called once both are stored
   */
  put(getJob: () => UploadJob | undefined, blob: Blob, onStored: () => void): void {
    this.#write(this.#newFiles, async () => {
      const job = getJob();
      if (!job || job.stage === 'saved') return;
      await this.#store.put({ ...job, isKept: true }, blob);
      onStored();
    });
  }

  /** Stores the job's progress as of when its turn comes. */
  update(getJob: () => UploadJob | undefined): void {
    this.#write(this.#updates, async () => {
      const job = getJob();
      if (job) await this.#store.update(job);
    });
  }

  delete(ids: readonly string[]): void {
    if (ids.length > 0) this.#write(this.#updates, () => this.#store.delete(ids));
  }

  deleteAllOf(uploader: string): void {
    this.#write(this.#updates, () => this.#store.deleteAllOf(uploader));
  }

  /** Adopts jobs that this person may continue, after all pending writes; none without storage. */
  adopt(identity: BrowserIdentity): ReturnType<JobStore['adopt']> {
    return new Promise((resolve) => {
      this.#write(this.#updates, async () => resolve(await this.#store.adopt(identity).catch(() => [])));
    });
  }

  /** The stored copy of a job's file, if there is one. */
  async getFile(id: string): Promise<Blob | undefined> {
    return this.#store.getFile(id).catch(() => undefined);
  }

  /** Resolves when all pending writes have finished or failed. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  #write(list: Write[], write: Write): void {
    list.push(write);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    for (;;) {
      const write = this.#updates.shift() ?? this.#newFiles.shift();
      if (!write) break;
      await write().catch(() => {});
    }
    this.#draining = undefined;
  }
}
