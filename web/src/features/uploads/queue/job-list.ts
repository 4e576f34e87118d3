import { backoffMs } from './backoff.ts';
import { effectiveUploader, type BrowserIdentity } from './upload-ownership.ts';
import { isUnfinished, type UploadJob } from './upload-job.ts';
import type { Ticket } from './upload-steps.ts';

/** A job with its state on this page, which is not persisted. */
export type JobEntry = {
  job: UploadJob;
  blob: Blob | undefined;
  readonly ticket: { current: Ticket | undefined };
  /** Aborted when the upload is cancelled: running requests end, and their results are ignored. */
  readonly cancellation: AbortController;
  failures: number;
  dueAtMs: number;
  /** From the server's Retry-After: no retry before that, even if the network comes back. */
  notBeforeMs: number;
  /** Whether the file is being resent after a save was refused. */
  isResend: boolean;
  /** Whether `blob` is the stored copy, because the selected file could not be read. */
  isCopy: boolean;
};

/** The jobs of a queue: which are due, what changed, and when a batch is finished. */
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

  /** Adds a job without notifying listeners; call `notify` after the last one. */
  add(job: UploadJob, blob: Blob | undefined): JobEntry {
    const entry: JobEntry = {
      job,
      blob,
      ticket: { current: undefined },
      cancellation: new AbortController(),
      failures: 0,
      dueAtMs: 0,
      notBeforeMs: 0,
      isResend: false,
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

  /** Resets a failed job and adds it to the current batch; undefined if there is no such job. */
  restart(id: string, uploader: string): JobEntry | undefined {
    const entry = this.#entries.get(id);
    if (!entry || entry.job.state !== 'failed') return undefined;
    this.#batch.add(id);
    entry.isResend = false;
    entry.job = { ...entry.job, uploader, sentBytes: 0 };
    this.startOver(entry);
    return entry;
  }

  /** Resets a job to the state before anything was sent. */
  startOver(entry: JobEntry): void {
    entry.ticket.current = undefined;
    entry.failures = 0;
    entry.dueAtMs = 0;
    entry.notBeforeMs = 0;
    const fresh = { stage: 'new', state: 'waiting' } as const;
    this.change(entry, { ...fresh, objectPath: undefined, failure: undefined });
  }

  /**
   * Schedules a retry with backoff.
   * @param fromMs when the backoff begins: now, or when the server's Retry-After ends
   */
  postpone(entry: JobEntry, fromMs: number, random: () => number): void {
    entry.failures += 1;
    entry.notBeforeMs = fromMs;
    entry.dueAtMs = fromMs + backoffMs(entry.failures, random);
    this.change(entry, { state: 'waiting' });
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#entries.get(id)?.cancellation.abort();
      this.#entries.delete(id);
      this.#batch.delete(id);
    }
    if (ids.length > 0) this.notify();
  }

  /** Aborts all running requests. */
  abortAll(): void {
    for (const { cancellation } of this.#entries.values()) cancellation.abort();
  }

  notify(): void {
    this.#jobs = [...this.#entries.values()].map(({ job }) => job);
    for (const listener of this.#listeners) listener();
  }

  /** Ends all backoffs, because the network is back; Retry-After still applies. */
  makeAllDue(): void {
    for (const entry of this.#entries.values()) entry.dueAtMs = entry.notBeforeMs;
  }

  /**
   * Reassigns jobs of people who no longer use this browser to the current person. Failed ones are retried from their
   * current stage, because they may have failed for lack of permission.
   * @returns the ids of the reassigned jobs
   */
  reassign(identity: BrowserIdentity): string[] {
    const reassignedIds: string[] = [];
    for (const entry of this.#entries.values()) {
      const uploader = effectiveUploader(entry.job.uploader, identity) ?? entry.job.uploader;
      if (uploader === entry.job.uploader) continue;
      entry.job = { ...entry.job, uploader };
      if (entry.job.state === 'failed') {
        this.#batch.add(entry.job.id);
        entry.isResend = false;
        this.change(entry, { state: 'waiting', failure: undefined });
      }
      reassignedIds.push(entry.job.id);
    }
    return reassignedIds;
  }

  /** Waiting entries that are due, smallest file first. */
  dueAt(nowMs: number): JobEntry[] {
    return [...this.#entries.values()]
      .filter(({ job, dueAtMs }) => job.state === 'waiting' && dueAtMs <= nowMs)
      .sort((a, b) => a.job.size - b.job.size);
  }

  /** When the next backoff ends; undefined if there is none. */
  nextDueAfter(nowMs: number): number | undefined {
    const pauses = [...this.#entries.values()]
      .filter(({ job, dueAtMs }) => job.state === 'waiting' && dueAtMs > nowMs)
      .map(({ dueAtMs }) => dueAtMs);
    return pauses.length > 0 ? Math.min(...pauses) : undefined;
  }

  isIdle(): boolean {
    return !this.#jobs.some(isUnfinished);
  }

  /** Once no job of the batch is unfinished, returns them and starts a new batch. */
  endBatchIfIdle(): readonly UploadJob[] | undefined {
    const batch = this.#jobs.filter(({ id }) => this.#batch.has(id));
    if (batch.length === 0 || batch.some(isUnfinished)) return undefined;
    this.#batch.clear();
    return batch;
  }
}
