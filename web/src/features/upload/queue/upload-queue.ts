import { Archive } from './archive.ts';
import { isUnfinished, type ChosenFile, type UploadJob } from './job.ts';
import { OfflineBelief } from './offline-belief.ts';
import { Pace } from './pace.ts';
import type { QueuePorts } from './queue-ports.ts';
import { Roster, type Entry } from './roster.ts';
import { publish, save, send, type Attempt } from './steps.ts';
import { stepFailure } from './verdict.ts';

/**
 * Sends files over bad networks: smallest first, a few at once, again and again until they arrive, and on
 * from where they were when the page comes back. Knows no browser: everything comes in by ports.
 */
export class UploadQueue<Saved extends { readonly id: string }> {
  readonly #ports: QueuePorts<Saved>;
  readonly #archive: Archive;
  readonly #roster = new Roster();
  readonly #pace = new Pace();
  readonly #offline: OfflineBelief;
  readonly #stopped = new AbortController();
  #working = 0;
  #cancelWake: () => void = () => {};

  constructor(ports: QueuePorts<Saved>) {
    this.#ports = ports;
    this.#archive = new Archive(ports.store);
    this.#offline = new OfflineBelief(ports.network);
    ports.network.onOnline(() => {
      this.#roster.makeAllDue();
      this.#pump();
    });
  }

  /** The same array until something changes. */
  get jobs(): readonly UploadJob[] {
    return this.#roster.jobs;
  }

  /** Calls back after every change; answers what ends that. */
  subscribe = (listener: () => void): (() => void) => this.#roster.subscribe(listener);

  /** Queues checked files. */
  add(files: readonly ChosenFile[], owner: Pick<UploadJob, 'eventId' | 'uploader'>): void {
    const addedAtMs = this.#ports.clock.now();
    for (const { blob, ...file } of files) {
      const fresh = { stage: 'new', state: 'waiting', sentBytes: 0, addedAtMs } as const;
      const entry = this.#roster.admit({ id: this.#ports.newId(), ...file, ...owner, ...fresh }, blob);
      this.#archive.keep(() => this.#roster.get(entry.job.id), blob);
    }
    this.#roster.announce();
    this.#pump();
  }

  /** Goes on with what this person's closed or crashed pages left. Failed files stay failed. */
  async resume(uploader: string): Promise<void> {
    for (const { job, blob } of await this.#archive.adopt(uploader)) {
      if (this.#roster.get(job.id) || this.#stopped.signal.aborted) continue;
      const isLost = job.stage === 'new' && !blob;
      if (isLost) this.#archive.drop([job.id]);
      else
        this.#roster.admit({ ...job, state: isUnfinished(job) ? 'waiting' : job.state, sentBytes: 0 }, blob);
    }
    this.#roster.announce();
    this.#pump();
  }

  /** Tries a failed file again, from its beginning, as whoever asks. */
  retry(id: string, uploader: string): void {
    const entry = this.#roster.revive(id, uploader);
    if (!entry) return;
    this.#archive.note(() => this.#roster.get(id));
    this.#pump();
  }

  /** Forgets what is done or failed, and these files with it. */
  dismiss(which: (job: UploadJob) => boolean = () => true): void {
    const ids = this.jobs.filter((job) => !isUnfinished(job) && which(job)).map(({ id }) => id);
    this.#roster.remove(ids);
    this.#archive.drop(ids);
  }

  /** Ends all requests and starts no more; what is kept stays kept. */
  stop(): void {
    this.#cancelWake();
    this.#stopped.abort();
  }

  /** Settles when everything so far is written to the store. */
  written(): Promise<void> {
    return this.#archive.settled();
  }

  /** Starts what is due and allowed, and sets the alarm for what is not due yet. */
  #pump(): void {
    this.#cancelWake();
    if (this.#stopped.signal.aborted) return;
    const now = this.#ports.clock.now();
    const lanes = this.#offline.lanesAt(now, { limit: this.#pace.limit, isIdle: this.#roster.isIdle() });
    for (const entry of this.#roster.dueAt(now)) {
      if (this.#working >= lanes) break;
      void this.#work(entry);
    }
    const wakeAtMs = this.#offline.untilMs ?? this.#roster.nextDueAfter(now);
    if (wakeAtMs === undefined) return;
    this.#cancelWake = this.#ports.clock.after(wakeAtMs - now, () => this.#pump());
  }

  async #work(entry: Entry): Promise<void> {
    this.#working += 1;
    this.#roster.change(entry, { state: 'working', sentBytes: 0, failure: undefined });
    const era = this.#pace.start();
    try {
      await this.#advance(entry);
      this.#pace.succeeded();
      this.#roster.change(entry, { state: 'done' });
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#fail(entry, error, era);
    }
    this.#working -= 1;
    if (this.#stopped.signal.aborted) return;
    this.#settleIfIdle();
    this.#pump();
  }

  /** Takes a file through the steps that are left, noting each that the server has confirmed. */
  async #advance(entry: Entry): Promise<void> {
    const attempt: Attempt<Saved> = {
      calls: this.#ports.calls,
      clock: this.#ports.clock,
      signal: this.#stopped.signal,
      blob: entry.blob ?? new Blob([]),
      ticket: entry.ticket,
      onProgress: (sentBytes) => this.#roster.change(entry, { sentBytes }),
    };
    if (entry.job.stage === 'new') {
      const objectPath = await send(entry.job, attempt);
      this.#confirm(entry, { stage: 'sent', objectPath });
    }
    if (entry.job.stage === 'sent') {
      const saved = await save(entry.job, attempt);
      this.#confirm(entry, { stage: 'saved', mediaId: saved.id });
      this.#ports.onSaved(saved, entry.job, entry.blob);
      entry.blob = undefined;
    }
    await publish(entry.job, attempt);
  }

  #confirm(entry: Entry, change: Partial<UploadJob>): void {
    entry.failures = 0;
    this.#roster.change(entry, change);
    this.#archive.note(() => this.#roster.get(entry.job.id));
  }

  #fail(entry: Entry, error: unknown, era: number): void {
    const failure = stepFailure('sending', error);
    if (failure.isInVain && entry.blob && !entry.isSecondSending) {
      this.#roster.startOver(entry);
      entry.isSecondSending = true;
      return;
    }
    if (!failure.isFinal) {
      this.#pace.failed(era);
      this.#roster.postpone(entry, this.#ports.clock.now() + failure.retryAfterMs, this.#ports.random);
      return;
    }
    const { step, message } = failure;
    this.#roster.change(entry, { state: 'failed', sentBytes: 0, failure: { step, message } });
    this.#archive.note(() => this.#roster.get(entry.job.id));
    this.#ports.onFailed(entry.job);
  }

  #settleIfIdle(): void {
    const batch = this.#roster.endBatchIfIdle();
    if (!batch) return;
    this.#archive.drop(batch.filter(({ state }) => state === 'done').map(({ id }) => id));
    this.#ports.onSettled(batch);
  }
}
