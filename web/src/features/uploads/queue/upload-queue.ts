import { runSteps } from './run-steps.ts';
import { JobPersistence } from './job-persistence.ts';
import type { BrowserIdentity } from './upload-ownership.ts';
import { isUnfinished, type SelectedFile, type UploadJob } from './upload-job.ts';
import { Connectivity } from './connectivity.ts';
import { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { QueuePorts } from './queue-ports.ts';
import { JobList, type JobEntry } from './job-list.ts';
import { handleFailure } from './handle-failure.ts';
import type { Attempt } from './upload-steps.ts';

/**
 * Uploads files over unreliable networks: smallest first, a few at a time, with retries until they arrive, and resumed
 * after the page is reopened. Independent of the browser: everything external is a port.
 */
export class UploadQueue<Saved extends { readonly id: string }> {
  readonly #ports: QueuePorts<Saved>;
  readonly #persistence: JobPersistence;
  readonly #jobList = new JobList();
  readonly #concurrency = new AdaptiveConcurrency();
  /** People whose accounts were deleted: their files are no longer accepted. */
  readonly #departed = new Set<string>();
  readonly #connectivity: Connectivity;
  #isStopped = false;
  #activeCount = 0;
  #cancelWake: () => void = () => {};

  constructor(ports: QueuePorts<Saved>) {
    this.#ports = ports;
    this.#persistence = new JobPersistence(ports.store);
    this.#connectivity = new Connectivity(ports.network);
    ports.network.onResume(() => {
      this.#jobList.makeAllDue();
      this.#connectivity.recheck();
      this.#startDue();
    });
  }

  /** The same array until something changes. */
  get jobs(): readonly UploadJob[] {
    return this.#jobList.jobs;
  }

  /** Whether the remaining files are waiting for the network. */
  get isDisconnected(): boolean {
    return this.#connectivity.isDisconnected && !this.#jobList.isIdle();
  }

  /** Calls back after every change. @returns the unsubscribe function */
  subscribe = (listener: () => void): (() => void) => this.#jobList.subscribe(listener);

  /** Queues validated files. Those that are already being uploaded, as after a double click, are skipped. */
  add(files: readonly SelectedFile[], owner: Pick<UploadJob, 'eventId' | 'uploader'>): void {
    const addedAtMs = this.#ports.clock.now();
    const { eventId, uploader } = owner;
    if (this.#departed.has(uploader)) return;
    const own = this.jobs.filter((job) => job.eventId === eventId && job.uploader === uploader);
    const activeFingerprints = new Set(own.filter(isUnfinished).map(({ fingerprint }) => fingerprint));
    for (const { blob, ...file } of files) {
      if (activeFingerprints.has(file.fingerprint)) continue;
      const fresh = { stage: 'new', state: 'waiting', sentBytes: 0, addedAtMs } as const;
      const entry = this.#jobList.add({ id: this.#ports.newId(), ...file, ...owner, ...fresh }, blob);
      const onStored = () => this.#jobList.change(entry, { isKept: true });
      this.#persistence.put(() => this.#jobList.get(entry.job.id), blob, onStored);
    }
    this.#jobList.notify();
    this.#startDue();
  }

  /** Continues what closed or crashed pages left. Failed files stay failed. */
  async resume(identity: BrowserIdentity): Promise<void> {
    // Before the lookup: uploads as a guest who was just claimed would be refused.
    this.#reassign(identity);
    for (const { job, blob } of await this.#persistence.adopt(identity)) {
      if (this.#jobList.get(job.id) || this.#departed.has(job.uploader) || this.#isStopped) continue;
      this.#jobList.add({ ...job, state: isUnfinished(job) ? 'waiting' : job.state, sentBytes: 0 }, blob);
    }
    this.#reassign(identity);
    this.#jobList.notify();
    this.#startDue();
  }

  /** Retries a failed file from the start, as this uploader. */
  retry(id: string, uploader: string): void {
    const entry = this.#jobList.restart(id, uploader);
    if (!entry) return;
    this.#persistence.update(() => this.#jobList.get(id));
    this.#startDue();
  }

  /** Removes finished and failed jobs with their stored files. */
  dismiss(predicate: (job: UploadJob) => boolean = () => true): void {
    const ids = this.jobs.filter((job) => !isUnfinished(job) && predicate(job)).map(({ id }) => id);
    this.#jobList.remove(ids);
    this.#persistence.delete(ids);
  }

  /** Removes all unsent files of a person whose account was deleted, including other pages', and cancels their requests. */
  forget(uploader: string): void {
    this.#departed.add(uploader);
    this.#jobList.remove(this.jobs.filter((job) => job.uploader === uploader).map(({ id }) => id));
    this.#persistence.deleteAllOf(uploader);
    this.#settleIfIdle();
  }

  /** Cancels all requests and starts no more. Stored jobs stay stored. */
  stop(): void {
    this.#cancelWake();
    this.#isStopped = true;
    this.#jobList.abortAll();
  }

  /** Resolves when all pending writes to the store are done. */
  written(): Promise<void> {
    return this.#persistence.settled();
  }

  /** Starts due jobs up to the limit, and sets a timer for the next one. */
  #startDue(): void {
    this.#cancelWake();
    if (this.#isStopped) return;
    const now = this.#ports.clock.now();
    const limit = this.#connectivity.concurrencyAt(now, {
      limit: this.#concurrency.limit,
      isIdle: this.#jobList.isIdle(),
    });
    for (const entry of this.#jobList.dueAt(now)) {
      if (this.#activeCount >= limit) break;
      void this.#run(entry);
    }
    const wakeAtMs = this.#connectivity.probeAtMs ?? this.#jobList.nextDueAfter(now);
    if (wakeAtMs === undefined) return;
    this.#cancelWake = this.#ports.clock.after(wakeAtMs - now, () => this.#startDue());
  }

  async #run(entry: JobEntry): Promise<void> {
    this.#activeCount += 1;
    this.#jobList.change(entry, { state: 'working', failure: undefined });
    const { uploader } = entry.job;
    const generation = this.#concurrency.startAttempt();
    try {
      await runSteps(entry, this.#attempt(entry), {
        confirm: (change) => this.#confirm(entry, change),
        onSaved: (saved) => this.#ports.onSaved(saved, entry.job, entry.blob),
      });
      this.#concurrency.succeeded();
      this.#jobList.change(entry, { state: 'done' });
    } catch (error) {
      if (!entry.cancellation.signal.aborted)
        await handleFailure(entry, { error, generation, uploader }, this.#failureContext);
    }
    this.#activeCount -= 1;
    if (this.#isStopped) return;
    this.#settleIfIdle();
    this.#startDue();
  }

  get #failureContext() {
    return {
      ...this.#ports,
      jobList: this.#jobList,
      persistence: this.#persistence,
      connectivity: this.#connectivity,
      concurrency: this.#concurrency,
    };
  }

  #reassign(identity: BrowserIdentity): void {
    for (const id of this.#jobList.reassign(identity)) this.#persistence.update(() => this.#jobList.get(id));
  }

  #attempt(entry: JobEntry): Attempt<Saved> {
    return {
      calls: this.#ports.calls,
      clock: this.#ports.clock,
      signal: entry.cancellation.signal,
      blob: entry.blob,
      ticket: entry.ticket,
      onProgress: (sentBytes) => {
        this.#connectivity.bytesMoved();
        this.#jobList.change(entry, { sentBytes: Math.max(sentBytes, entry.job.sentBytes) });
      },
    };
  }

  #confirm(entry: JobEntry, change: Partial<UploadJob>): void {
    entry.failures = 0;
    this.#connectivity.answered();
    this.#jobList.change(entry, change);
    this.#persistence.update(() => this.#jobList.get(entry.job.id));
  }

  #settleIfIdle(): void {
    const batch = this.#jobList.endBatchIfIdle();
    if (!batch) return;
    this.#persistence.delete(batch.filter(({ state }) => state === 'done').map(({ id }) => id));
    this.#ports.onSettled(batch);
  }
}
