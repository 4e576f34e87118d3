import { advance } from './advance.ts';
import { Archive } from './archive.ts';
import type { Here } from './heirs.ts';
import { isUnfinished, type ChosenFile, type UploadJob } from './job.ts';
import { OfflineBelief } from './offline-belief.ts';
import { Pace } from './pace.ts';
import type { QueuePorts } from './queue-ports.ts';
import { Roster, type Entry } from './roster.ts';
import { setBack } from './set-back.ts';
import type { Attempt } from './steps.ts';

/**
 * Sends files over bad networks: smallest first, a few at once, again and again until they arrive, and on
 * from where they were when the page comes back. Knows no browser: everything comes in by ports.
 */
export class UploadQueue<Saved extends { readonly id: string }> {
  readonly #ports: QueuePorts<Saved>;
  readonly #archive: Archive;
  readonly #roster = new Roster();
  readonly #pace = new Pace();
  /** Who has left for good: nothing of theirs is taken in any more. */
  readonly #gone = new Set<string>();
  readonly #offline: OfflineBelief;
  #isStopped = false;
  #working = 0;
  #cancelWake: () => void = () => {};

  constructor(ports: QueuePorts<Saved>) {
    this.#ports = ports;
    this.#archive = new Archive(ports.store);
    this.#offline = new OfflineBelief(ports.network);
    ports.network.onBack(() => {
      this.#roster.makeAllDue();
      this.#offline.doubt();
      this.#pump();
    });
  }

  /** The same array until something changes. */
  get jobs(): readonly UploadJob[] {
    return this.#roster.jobs;
  }

  /** Whether what is left can do nothing but wait for a network. */
  get isCutOff(): boolean {
    return this.#offline.isCutOff && !this.#roster.isIdle();
  }

  /** Calls back after every change; answers what ends that. */
  subscribe = (listener: () => void): (() => void) => this.#roster.subscribe(listener);

  /** Queues checked files; what its owner has on its way already, as after a second press, is not sent twice. */
  add(files: readonly ChosenFile[], owner: Pick<UploadJob, 'eventId' | 'uploader'>): void {
    const addedAtMs = this.#ports.clock.now();
    const { eventId, uploader } = owner;
    if (this.#gone.has(uploader)) return;
    const own = this.jobs.filter((job) => job.eventId === eventId && job.uploader === uploader);
    const onTheirWay = new Set(own.filter(isUnfinished).map(({ fingerprint }) => fingerprint));
    for (const { blob, ...file } of files) {
      if (onTheirWay.has(file.fingerprint)) continue;
      const fresh = { stage: 'new', state: 'waiting', sentBytes: 0, addedAtMs } as const;
      const entry = this.#roster.admit({ id: this.#ports.newId(), ...file, ...owner, ...fresh }, blob);
      const onKept = () => this.#roster.change(entry, { isKept: true });
      this.#archive.keep(() => this.#roster.get(entry.job.id), blob, onKept);
    }
    this.#roster.announce();
    this.#pump();
  }

  /** Goes on with what closed or crashed pages left to who is here. One's own failed files stay failed. */
  async resume(here: Here): Promise<void> {
    // At once: as a guest who was just claimed they would be refused.
    this.#handOver(here);
    for (const { job, blob } of await this.#archive.adopt(here)) {
      if (this.#roster.get(job.id) || this.#gone.has(job.uploader) || this.#isStopped) continue;
      this.#roster.admit({ ...job, state: isUnfinished(job) ? 'waiting' : job.state, sentBytes: 0 }, blob);
    }
    this.#handOver(here);
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

  /** Forgets all that somebody who leaves for good has not sent, on whatever page it was chosen, and ends its requests. */
  forget(uploader: string): void {
    this.#gone.add(uploader);
    this.#roster.remove(this.jobs.filter((job) => job.uploader === uploader).map(({ id }) => id));
    this.#archive.dropAllOf(uploader);
    this.#settleIfIdle();
  }

  /** Ends all requests and starts no more; what is kept stays kept. */
  stop(): void {
    this.#cancelWake();
    this.#isStopped = true;
    this.#roster.abortAll();
  }

  /** Settles when everything so far is written to the store. */
  written(): Promise<void> {
    return this.#archive.settled();
  }

  /** Starts what is due and allowed, and sets the alarm for what is not due yet. */
  #pump(): void {
    this.#cancelWake();
    if (this.#isStopped) return;
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
    this.#roster.change(entry, { state: 'working', failure: undefined });
    const { uploader } = entry.job;
    const era = this.#pace.start();
    try {
      await advance(entry, this.#attempt(entry), {
        confirm: (change) => this.#confirm(entry, change),
        onSaved: (saved) => this.#ports.onSaved(saved, entry.job, entry.blob),
      });
      this.#pace.succeeded();
      this.#roster.change(entry, { state: 'done' });
    } catch (error) {
      if (!entry.unwanted.signal.aborted) await setBack(entry, { error, era, uploader }, this.#parts);
    }
    this.#working -= 1;
    if (this.#isStopped) return;
    this.#settleIfIdle();
    this.#pump();
  }

  get #parts() {
    return {
      ...this.#ports,
      roster: this.#roster,
      archive: this.#archive,
      offline: this.#offline,
      pace: this.#pace,
    };
  }

  #handOver(here: Here): void {
    for (const id of this.#roster.handOver(here)) this.#archive.note(() => this.#roster.get(id));
  }

  #attempt(entry: Entry): Attempt<Saved> {
    return {
      calls: this.#ports.calls,
      clock: this.#ports.clock,
      signal: entry.unwanted.signal,
      blob: entry.blob,
      ticket: entry.ticket,
      onProgress: (sentBytes) => {
        this.#offline.moved();
        this.#roster.change(entry, { sentBytes: Math.max(sentBytes, entry.job.sentBytes) });
      },
    };
  }

  #confirm(entry: Entry, change: Partial<UploadJob>): void {
    entry.failures = 0;
    this.#offline.answered();
    this.#roster.change(entry, change);
    this.#archive.note(() => this.#roster.get(entry.job.id));
  }

  #settleIfIdle(): void {
    const batch = this.#roster.endBatchIfIdle();
    if (!batch) return;
    this.#archive.drop(batch.filter(({ state }) => state === 'done').map(({ id }) => id));
    this.#ports.onSettled(batch);
  }
}
