import { type Effect, effectsOf } from './effects.ts';
import { storedForm, viewOf } from './queued-job.ts';
import { JobPersistence } from './job-persistence.ts';
import { createJobViews } from './job-views.ts';
import type { QueueEvent } from './queue-events.ts';
import type { QueuePorts } from './queue-ports.ts';
import { FIRST_STATE, isDisconnected, type QueueState } from './queue-state.ts';
import { reduce } from './reduce.ts';
import { isUnfinished, type SelectedFile, type UploadJob } from './upload-job.ts';
import type { BrowserIdentity } from './effective-uploader.ts';
import { runStep } from './upload-steps.ts';
import { createWakeTimer } from './wake-timer.ts';

/**
 * Uploads files over unreliable networks: smallest first, a few at a time, with retries until they arrive, and resumed
 * after the page is reopened. Carries out, through its ports, what follows from each event (`reduce.ts`, `effects.ts`),
 * and makes events of the outcomes. It decides nothing itself.
 */
export class UploadQueue<Saved extends { readonly id: string }> {
  readonly #ports: QueuePorts<Saved>;
  readonly #persistence: JobPersistence;
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  /** Events that happened while another one was being handled. */
  readonly #inbox: QueueEvent<Saved>[] = [];
  #isHandling = false;
  readonly #wakeAt: (atMs: number | undefined) => void;
  #state: QueueState = FIRST_STATE;
  readonly #shown = createJobViews();

  constructor(ports: QueuePorts<Saved>) {
    this.#ports = ports;
    this.#persistence = new JobPersistence(ports.store);
    this.#wakeAt = createWakeTimer(ports.clock, () => this.#handle({ type: 'woken' }));
    ports.network.onResume(() => this.#handle({ type: 'networkResumed' }));
  }

  /** The same array until something changes, and the same object for a job that did not. */
  get jobs(): readonly UploadJob[] {
    return this.#shown(this.#state);
  }

  /** Whether the remaining files are waiting for the network. */
  get isDisconnected(): boolean {
    return isDisconnected(this.#state, this.#ports.network.isOnline());
  }

  /** Calls back after every change. @returns the unsubscribe function */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Queues validated files. Those that are already being uploaded, as after a double click, are skipped. */
  add(files: readonly SelectedFile[], owner: Pick<UploadJob, 'eventId' | 'uploader'>): void {
    const withIds = files.map((file) => ({ ...file, id: this.#ports.newId() }));
    this.#handle({ type: 'filesAdded', files: withIds, owner });
  }

  /**
   * Tells who the session says uses this browser. Jobs of somebody else wait for them, and go on once they are back;
   * those of the person whom the server had refused go on, too.
   */
  setPerson(person: BrowserIdentity): void {
    this.#handle({ type: 'personChanged', person });
  }

  /** Tells who the session says uses this browser, and continues what earlier pages left to them. */
  async resume(person: BrowserIdentity): Promise<void> {
    // Before the files are looked up: uploads as a guest who was just claimed would be refused.
    this.setPerson(person);
    await this.takeOver();
  }

  /** Continues what closed or crashed pages left to who uses this browser. Failed files stay failed. */
  async takeOver(): Promise<void> {
    const { person, isStopped } = this.#state;
    // What it took would be nobody's.
    if (person && !isStopped) this.#handle({ type: 'adopted', jobs: await this.#persistence.adopt(person) });
  }

  /** Retries a failed file, as this uploader. */
  retry(id: string, uploader: string): void {
    this.#handle({ type: 'retried', id, uploader });
  }

  /** Removes finished and failed jobs with their stored files. */
  dismiss(predicate: (job: UploadJob) => boolean = () => true): void {
    const ids = this.jobs.filter((job) => !isUnfinished(job) && predicate(job)).map(({ id }) => id);
    this.#handle({ type: 'dismissed', ids });
  }

  /** Removes all unsent files of a person whose account was deleted, including other pages', and cancels their requests. */
  forget(uploader: string): void {
    this.#handle({ type: 'personLeft', uploader });
  }

  /** Cancels all requests and starts no more. Stored jobs stay stored. */
  stop(): void {
    this.#handle({ type: 'stopped' });
  }

  /** Resolves when all pending writes to the store are done. */
  written(): Promise<void> {
    return this.#persistence.settled();
  }

  /** Handles events one after the other, also those that happen because of another one. */
  #handle(event: QueueEvent<Saved>): void {
    this.#inbox.push(event);
    if (this.#isHandling) return;
    this.#isHandling = true;
    try {
      for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) this.#handleNext(next);
    } finally {
      this.#isHandling = false;
    }
  }

  #handleNext(event: QueueEvent<Saved>): void {
    const { clock, network, random } = this.#ports;
    const before = this.#state;
    const at = { nowMs: clock.now(), isOnline: network.isOnline(), random: random() };
    this.#state = reduce(before, { ...event, at });
    for (const effect of effectsOf({ before, event, after: this.#state })) {
      attempt(() => this.#carryOut(effect));
    }
    if (this.#state !== before) for (const listener of this.#listeners) attempt(listener);
  }

  #carryOut(effect: Effect<Saved>): void {
    switch (effect.do) {
      case 'abort':
        return this.#running.get(effect.run)?.abort();
      case 'run':
        return void this.#run(effect);
      case 'wake':
        return this.#wakeAt(effect.atMs);
      case 'store': {
        const { id, blob } = effect;
        const onStored = () => this.#handle({ type: 'stored', id });
        return this.#persistence.put(() => this.#stored(id), blob, onStored);
      }
      case 'update':
        return this.#persistence.update(() => this.#stored(effect.id));
      case 'delete':
        return this.#persistence.delete(effect.ids);
      case 'deleteAllOf':
        return this.#persistence.deleteAllOf(effect.uploader);
      case 'announceSaved':
        return this.#views([effect.id]).forEach((job) => this.#ports.onSaved(effect.saved, job, effect.blob));
      case 'announceFailed':
        return this.#views([effect.id]).forEach((job) => this.#ports.onFailed(job));
      case 'announceSettled':
        return this.#ports.onSettled(this.#views(effect.ids));
    }
  }

  async #run({ run, id, step }: Extract<Effect<Saved>, { do: 'run' }>): Promise<void> {
    const [job] = this.#views([id]);
    if (!job) return;
    const controller = new AbortController();
    this.#running.set(run, controller);
    const outcome = await runStep(step, {
      job,
      calls: this.#ports.calls,
      clock: this.#ports.clock,
      signal: controller.signal,
      readCopy: () => this.#persistence.getFile(id),
      onProgress: (sentBytes) => this.#handle({ type: 'progressed', run, sentBytes }),
    });
    this.#running.delete(run);
    this.#handle({ ...outcome, run });
  }

  /** A job as it is to be stored when its turn to be written comes. */
  #stored(id: string): UploadJob | undefined {
    const job = this.#state.jobs.find(({ file }) => file.id === id);
    return job && storedForm(job);
  }

  /** Jobs as what became of them, whether or not their uploader is there to see it. */
  #views(ids: readonly string[]): UploadJob[] {
    return this.#state.jobs.filter(({ file }) => ids.includes(file.id)).map((job) => viewOf(job, false));
  }
}

/** Runs code of others, whose errors must not keep files from being sent: they are reported as uncaught. */
function attempt(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
