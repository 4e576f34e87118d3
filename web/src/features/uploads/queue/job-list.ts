import { backoffMs } from './backoff.ts';
import { effectiveUploader, type BrowserIdentity } from './upload-ownership.ts';
import { isUnfinished, type UploadJob } from './upload-job.ts';
import type { Ticket } from './upload-steps.ts';

/** A job with what is known of it on this page alone. */
export type JobEntry = {
  job: UploadJob;
  blob: Blob | undefined;
  readonly ticket: { current: Ticket | undefined };
  /** Aborted once nobody wants the file any more: what is under way ends, and no answer counts. */
  readonly unwanted: AbortController;
  failures: number;
  dueAtMs: number;
  /** Until then the server has asked to be left alone, even if the network comes back. */
  notBeforeMs: number;
  /** The file was sent again because the first sending came to nothing. */
  isSecondSending: boolean;
  /** The file as it was chosen could not be read; `blob` is the copy of it. */
  isCopy: boolean;
};

/** The jobs of a queue: who is due, what changed, and when a batch is through. */
export class JobList {
  readonly #entries = new Map<string, JobEntry>();
  readonly #listeners = new Set<() => void>();
  readonly #batch = new Set<string>();
  #jobs: readonly UploadJob[] = [];

  get jobs(): readonly UploadJob[] {
    return this.#jobs;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  get(id: string): UploadJob | undefined {
    return this.#entries.get(id)?.job;
  }

  /** Takes a job in; call `announce` after the last of several. */
  add(job: UploadJob, blob: Blob | undefined): JobEntry {
    const entry: JobEntry = {
      job,
      blob,
      ticket: { current: undefined },
      unwanted: new AbortController(),
      failures: 0,
      dueAtMs: 0,
      notBeforeMs: 0,
      isSecondSending: false,
      isCopy: false,
    };
    this.#entries.set(job.id, entry);
    if (isUnfinished(job)) this.#batch.add(job.id);
    return entry;
  }

  change(entry: JobEntry, change: Partial<UploadJob>): void {
    entry.job = { ...entry.job, ...change };
    this.notify();
  }

  /** A failed job back to its beginning, in the running batch; undefined where there is none such. */
  restart(id: string, uploader: string): JobEntry | undefined {
    const entry = this.#entries.get(id);
    if (!entry || entry.job.state !== 'failed') return undefined;
    this.#batch.add(id);
    entry.isSecondSending = false;
    entry.job = { ...entry.job, uploader, sentBytes: 0 };
    this.startOver(entry);
    return entry;
  }

  /** Back to where nothing is sent. */
  startOver(entry: JobEntry): void {
    entry.ticket.current = undefined;
    entry.failures = 0;
    entry.dueAtMs = 0;
    entry.notBeforeMs = 0;
    const fresh = { stage: 'new', state: 'waiting' } as const;
    this.change(entry, { ...fresh, objectPath: undefined, failure: undefined });
  }

  /**
   * Waits before the next try, longer after each failure in a row.
   * @param fromMs when the wait begins: now, or when the server wants to be asked again
   */
  postpone(entry: JobEntry, fromMs: number, random: () => number): void {
    entry.failures += 1;
    entry.notBeforeMs = fromMs;
    entry.dueAtMs = fromMs + backoffMs(entry.failures, random);
    this.change(entry, { state: 'waiting' });
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#entries.get(id)?.unwanted.abort();
      this.#entries.delete(id);
      this.#batch.delete(id);
    }
    if (ids.length > 0) this.notify();
  }

  /** Ends all that is under way. */
  abortAll(): void {
    for (const { unwanted } of this.#entries.values()) unwanted.abort();
  }

  notify(): void {
    this.#jobs = [...this.#entries.values()].map(({ job }) => job);
    for (const listener of this.#listeners) listener();
  }

  /** The network is back: nobody waits any longer than the server has asked for. */
  makeAllDue(): void {
    for (const entry of this.#entries.values()) entry.dueAtMs = entry.notBeforeMs;
  }

  /**
   * Hands the files of people who are gone from this browser over to who is here. What has failed is tried again, from
   * where it was: it may have been refused because of who they were.
   * @returns the ids of these files
   */
  reassign(identity: BrowserIdentity): string[] {
    const handed: string[] = [];
    for (const entry of this.#entries.values()) {
      const uploader = effectiveUploader(entry.job.uploader, identity) ?? entry.job.uploader;
      if (uploader === entry.job.uploader) continue;
      entry.job = { ...entry.job, uploader };
      if (entry.job.state === 'failed') {
        this.#batch.add(entry.job.id);
        entry.isSecondSending = false;
        this.change(entry, { state: 'waiting', failure: undefined });
      }
      handed.push(entry.job.id);
    }
    return handed;
  }

  /** Waiting entries whose pause is over, smallest first. */
  dueAt(nowMs: number): JobEntry[] {
    return [...this.#entries.values()]
      .filter(({ job, dueAtMs }) => job.state === 'waiting' && dueAtMs <= nowMs)
      .sort((a, b) => a.job.size - b.job.size);
  }

  /** When the next pause ends; undefined where nobody is in one. */
  nextDueAfter(nowMs: number): number | undefined {
    const pauses = [...this.#entries.values()]
      .filter(({ job, dueAtMs }) => job.state === 'waiting' && dueAtMs > nowMs)
      .map(({ dueAtMs }) => dueAtMs);
    return pauses.length > 0 ? Math.min(...pauses) : undefined;
  }

  isIdle(): boolean {
    return !this.#jobs.some(isUnfinished);
  }

  /** The jobs of the batch, once none of them is under way; then the next batch begins. */
  endBatchIfIdle(): readonly UploadJob[] | undefined {
    const batch = this.#jobs.filter(({ id }) => this.#batch.has(id));
    if (batch.length === 0 || batch.some(isUnfinished)) return undefined;
    this.#batch.clear();
    return batch;
  }
}
