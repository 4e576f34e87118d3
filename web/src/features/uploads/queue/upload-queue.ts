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
 * Sends files over bad networks: smallest first, a few at once, again and again until they arrive, and on
 * from where they were when the page comes back. Knows no browser: everything comes in by ports.
 */
export class UploadQueue<Saved extends { readonly id: string }> {
  readonly #ports: QueuePorts<Saved>;
  readonly #persistence: JobPersistence;
  readonly #jobList = new JobList();
  readonly #concurrency = new AdaptiveConcurrency();
  /** Who has left for good: nothing of theirs is taken in any more. */
  readonly #departed = new Set<string>();
  readonly #connectivity: Connectivity;
  #isStopped = false;
  #working = 0;
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

  /** Whether what is left can do nothing but wait for a network. */
  get isDisconnected(): boolean {
    return this.#connectivity.isDisconnected && !this.#jobList.isIdle();
  }

  /** Calls back after every change; answers what ends that. */
  subscribe = (listener: () => void): (() => void) => this.#jobList.subscribe(listener);

  /** Queues checked files; what its owner has on its way already, as after a second press, is not sent twice. */
  add(files: readonly SelectedFile[], owner: Pick<UploadJob, 'eventId' | 'uploader'>): void {
    const addedAtMs = this.#ports.clock.now();
    const { eventId, uploader } = owner;
    if (this.#departed.has(uploader)) return;
    const own = this.jobs.filter((job) => job.eventId === eventId && job.uploader === uploader);
    const onTheirWay = new Set(own.filter(isUnfinished).map(({ fingerprint }) => fingerprint));
    for (const { blob, ...file } of files) {
      if (onTheirWay.has(file.fingerprint)) continue;
      const fresh = { stage: 'new', state: 'waiting', sentBytes: 0, addedAtMs } as const;
      const entry = this.#jobList.add({ id: this.#ports.newId(), ...file, ...owner, ...fresh }, blob);
      const onKept = () => this.#jobList.change(entry, { isKept: true });
      this.#persistence.keep(() => this.#jobList.get(entry.job.id), blob, onKept);
    }
    this.#jobList.notify();
    this.#startDue();
  }

  /** Goes on with what closed or crashed pages left to who is here. One's own failed files stay failed. */
  async resume(identity: BrowserIdentity): Promise<void> {
    // At once: as a guest who was just claimed they would be refused.
    this.#reassign(identity);
    for (const { job, blob } of await this.#persistence.adopt(identity)) {
      if (this.#jobList.get(job.id) || this.#departed.has(job.uploader) || this.#isStopped) continue;
      this.#jobList.add({ ...job, state: isUnfinished(job) ? 'waiting' : job.state, sentBytes: 0 }, blob);
    }
    this.#reassign(identity);
    this.#jobList.notify();
    this.#startDue();
  }

  /** Tries a failed file again, from its beginning, as whoever asks. */
  retry(id: string, uploader: string): void {
    const entry = this.#jobList.restart(id, uploader);
    if (!entry) return;
    this.#persistence.note(() => this.#jobList.get(id));
    this.#startDue();
  }

  /** Forgets what is done or failed, and these files with it. */
  dismiss(which: (job: UploadJob) => boolean = () => true): void {
    const ids = this.jobs.filter((job) => !isUnfinished(job) && which(job)).map(({ id }) => id);
    this.#jobList.remove(ids);
    this.#persistence.drop(ids);
  }

  /** Forgets all that somebody who leaves for good has not sent, on whatever page it was chosen, and ends its requests. */
  forget(uploader: string): void {
    this.#departed.add(uploader);
    this.#jobList.remove(this.jobs.filter((job) => job.uploader === uploader).map(({ id }) => id));
    this.#persistence.dropAllOf(uploader);
    this.#settleIfIdle();
  }

  /** Ends all requests and starts no more; what is kept stays kept. */
  stop(): void {
    this.#cancelWake();
    this.#isStopped = true;
    this.#jobList.abortAll();
  }

  /** Settles when everything so far is written to the store. */
  written(): Promise<void> {
    return this.#persistence.settled();
  }

  /** Starts what is due and allowed, and sets the alarm for what is not due yet. */
  #startDue(): void {
    this.#cancelWake();
    if (this.#isStopped) return;
    const now = this.#ports.clock.now();
    const limit = this.#connectivity.concurrencyAt(now, {
      limit: this.#concurrency.limit,
      isIdle: this.#jobList.isIdle(),
    });
    for (const entry of this.#jobList.dueAt(now)) {
      if (this.#working >= limit) break;
      void this.#work(entry);
    }
    const wakeAtMs = this.#connectivity.probeAtMs ?? this.#jobList.nextDueAfter(now);
    if (wakeAtMs === undefined) return;
    this.#cancelWake = this.#ports.clock.after(wakeAtMs - now, () => this.#startDue());
  }

  async #work(entry: JobEntry): Promise<void> {
    this.#working += 1;
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
      if (!entry.unwanted.signal.aborted)
        await handleFailure(entry, { error, generation, uploader }, this.#failureContext);
    }
    this.#working -= 1;
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
    for (const id of this.#jobList.reassign(identity)) this.#persistence.note(() => this.#jobList.get(id));
  }

  #attempt(entry: JobEntry): Attempt<Saved> {
    return {
      calls: this.#ports.calls,
      clock: this.#ports.clock,
      signal: entry.unwanted.signal,
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
    this.#persistence.note(() => this.#jobList.get(entry.job.id));
  }

  #settleIfIdle(): void {
    const batch = this.#jobList.endBatchIfIdle();
    if (!batch) return;
    this.#persistence.drop(batch.filter(({ state }) => state === 'done').map(({ id }) => id));
    this.#ports.onSettled(batch);
  }
}
