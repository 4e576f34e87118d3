import type { BrowserIdentity } from './upload-ownership.ts';
import type { JobStore, UploadJob } from './upload-job.ts';

type Write = () => Promise<void>;

/**
 * Writes jobs to where they outlive the page, one write after the other. Uploading never waits for it and
 * never fails by it: a browser without room or storage uploads from memory alone. What is noted goes before
 * files that are still to be kept: copying fifty videos takes minutes, and a page that is killed in these must
 * not send again what has arrived.
 */
export class JobPersistence {
  readonly #store: JobStore;
  readonly #notes: Write[] = [];
  readonly #files: Write[] = [];
  #draining: Promise<void> | undefined;

  constructor(store: JobStore) {
    this.#store = store;
  }

  /**
   * Keeps a job with its file, unless it is saved or gone by the time it is its turn.
   * @param onKept hears that both will outlive the page
   */
  keep(current: () => UploadJob | undefined, blob: Blob, onKept: () => void): void {
    this.#write(this.#files, async () => {
      const job = current();
      if (!job || job.stage === 'saved') return;
      await this.#store.keep({ ...job, isKept: true }, blob);
      onKept();
    });
  }

  /** Notes what a job has become by then. */
  note(current: () => UploadJob | undefined): void {
    this.#write(this.#notes, async () => {
      const job = current();
      if (job) await this.#store.note(job);
    });
  }

  drop(ids: readonly string[]): void {
    if (ids.length > 0) this.#write(this.#notes, () => this.#store.drop(ids));
  }

  dropAllOf(uploader: string): void {
    this.#write(this.#notes, () => this.#store.dropAllOf(uploader));
  }

  /** Jobs that this person may take over, after all that was noted and dropped; none where there is no storage. */
  adopt(identity: BrowserIdentity): ReturnType<JobStore['adopt']> {
    return new Promise((resolve) => {
      this.#write(this.#notes, async () => resolve(await this.#store.adopt(identity).catch(() => [])));
    });
  }

  /** The kept copy of a job's file, where there is one. */
  async fileOf(id: string): Promise<Blob | undefined> {
    return this.#store.fileOf(id).catch(() => undefined);
  }

  /** Settles when everything asked for so far is written or given up. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  #write(list: Write[], write: Write): void {
    list.push(write);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    for (;;) {
      const write = this.#notes.shift() ?? this.#files.shift();
      if (!write) break;
      await write().catch(() => {});
    }
    this.#draining = undefined;
  }
}
