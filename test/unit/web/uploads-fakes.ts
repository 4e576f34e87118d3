import {
  type BrowserIdentity,
  effectiveUploader,
} from '../../../web/src/features/uploads/queue/effective-uploader.ts';
import type {
  SelectedFile,
  JobStore,
  UploadJob,
} from '../../../web/src/features/uploads/queue/upload-job.ts';
import type { Clock, UploadCalls } from '../../../web/src/features/uploads/queue/upload-steps.ts';
import type { QueuePorts } from '../../../web/src/features/uploads/queue/queue-ports.ts';
import { UploadQueue } from '../../../web/src/features/uploads/queue/upload-queue.ts';

/** A clock that only advances on request. */
export class VirtualClock implements Clock {
  #now = 0;
  #timers = new Set<{ atMs: number; run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { atMs: this.#now + Math.max(0, ms), run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Runs timers in order, up to this time or until none is left. */
  async runUntil(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = [...this.#timers].sort((a, b) => a.atMs - b.atMs)[0];
      if (!next || next.atMs > untilMs) break;
      this.#timers.delete(next);
      this.#now = next.atMs;
      next.run();
    }
    if (Number.isFinite(untilMs)) this.#now = untilMs;
  }
}

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(status: number, code?: string, retryAfterSeconds?: number) {
    super(`${status}: no`);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type Faults = {
  bytesPerMs?: number;
  /** Probabilities of a PUT's faults: a 503, a reset connection, and a lost response although the file arrived. */
  unavailable?: number;
  reset?: number;
  lostResponse?: number;
  failedSigning?: number;
  urlLivesMs?: number;
  offline?: readonly [number, number];
  cutEveryMs?: number;
};

/** A server and its network, with faults from a seed. */
export class FakeServer {
  readonly clock = new VirtualClock();
  readonly objects = new Map<string, number>();
  readonly saved = new Map<string, { id: string; name: string }>();
  readonly counts = { issue: 0, put: 0, save: 0, publish: 0, rewritten: 0, maxConcurrent: 0 };
  readonly #urls = new Map<string, { path: string; createdAtMs: number; size: number }>();
  readonly #random: () => number;
  readonly #faults: Faults;
  #active = new Set<{ remainingBytes: number; step: () => void; cut: () => void }>();
  #onOnline: (() => void)[] = [];
  #ids = 0;

  constructor(faults: Faults, seed = 1) {
    this.#faults = faults;
    this.#random = seeded(seed);
    const [, back] = faults.offline ?? [0, 0];
    if (back > 0) this.clock.after(back, () => this.#onOnline.forEach((run) => run()));
    if (faults.cutEveryMs !== undefined) this.#cutEvery(faults.cutEveryMs);
  }

  isOnline = (): boolean => {
    const [from, to] = this.#faults.offline ?? [0, 0];
    return this.clock.now() < from || this.clock.now() >= to;
  };

  network = { isOnline: this.isOnline, onResume: (run: () => void) => void this.#onOnline.push(run) };

  calls: UploadCalls<{ id: string; name: string }> = {
    issue: async (job, signal) => {
      this.counts.issue += 1;
      await this.#roundTrip(signal);
      if (this.#random() < (this.#faults.failedSigning ?? 0)) throw new HttpError(500);
      this.#ids += 1;
      const path = `/objects/uploads/upl_${this.#ids}`;
      this.#urls.set(`put:${path}`, { path, createdAtMs: this.clock.now(), size: job.size });
      return { url: `put:${path}`, objectPath: path };
    },
    put: (request) => this.#put(request),
    save: async (job, signal) => {
      this.counts.save += 1;
      await this.#roundTrip(signal);
      if (this.objects.get(job.objectPath) !== job.size) throw new HttpError(400);
      const existing = this.saved.get(job.objectPath);
      const saved = existing ?? { id: `med_${job.objectPath.slice(-4)}`, name: job.name };
      this.saved.set(job.objectPath, saved);
      if (this.#random() < (this.#faults.lostResponse ?? 0)) throw new TypeError('Failed to fetch');
      return saved;
    },
    publish: async (_job, signal) => {
      this.counts.publish += 1;
      await this.#roundTrip(signal);
    },
  };

  async #put(request: Parameters<UploadCalls<unknown>['put']>[0]): Promise<number> {
    this.counts.put += 1;
    if (!this.isOnline()) throw new TypeError('Failed to fetch');
    const ticket = this.#urls.get(request.url);
    if (!ticket) return 404;
    if (this.clock.now() - ticket.createdAtMs > (this.#faults.urlLivesMs ?? 900_000)) return 403;
    if (this.objects.has(ticket.path)) return 412;
    const breaksAt = this.#random() < (this.#faults.reset ?? 0) ? ticket.size / 2 : -1;
    await this.#transfer(request, { size: ticket.size, breaksAt });
    if (this.#random() < (this.#faults.unavailable ?? 0)) return 503;
    if (this.objects.has(ticket.path)) this.counts.rewritten += 1;
    this.objects.set(ticket.path, ticket.size);
    if (this.#random() < (this.#faults.lostResponse ?? 0)) throw new TypeError('Failed to fetch');
    return 200;
  }

  /** Transfers bytes in steps of 20 ms, sharing the bandwidth among all active requests. */
  #transfer(
    request: Parameters<UploadCalls<unknown>['put']>[0],
    { size, breaksAt }: { size: number; breaksAt: number },
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const lane = { remainingBytes: size, step: () => {}, cut: () => {} };
      const end = (finish: () => void) => {
        this.#active.delete(lane);
        finish();
      };
      lane.cut = () => end(() => reject(new TypeError('Failed to fetch')));
      lane.step = () => {
        if (!this.#active.has(lane)) return;
        if (!this.isOnline()) return lane.cut();
        lane.remainingBytes -= ((this.#faults.bytesPerMs ?? 1000) * 20) / this.#active.size;
        request.onProgress(Math.min(size, size - lane.remainingBytes));
        if (breaksAt >= 0 && size - lane.remainingBytes > breaksAt) return lane.cut();
        if (lane.remainingBytes <= 0) return end(resolve);
        this.clock.after(20, lane.step);
      };
      request.signal.addEventListener('abort', lane.cut);
      this.#active.add(lane);
      this.counts.maxConcurrent = Math.max(this.counts.maxConcurrent, this.#active.size);
      this.clock.after(20, lane.step);
    });
  }

  async #roundTrip(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new TypeError('aborted')));
      this.clock.after(60, resolve);
    });
    if (!this.isOnline()) throw new TypeError('Failed to fetch');
  }

  #cutEvery(ms: number): void {
    this.clock.after(ms, () => {
      for (const lane of this.#active) lane.cut();
      if (this.clock.now() < 600_000) this.#cutEvery(ms);
    });
  }
}

/** A store in memory that outlives a queue, as a browser's database outlives a page. */
export class MemoryStore implements JobStore {
  readonly rows = new Map<string, { job: UploadJob; blob: Blob | undefined }>();
  isFull = false;

  async put(job: UploadJob, blob: Blob): Promise<void> {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.rows.set(job.id, { job, blob });
  }

  async update(job: UploadJob): Promise<void> {
    const existing = this.rows.get(job.id);
    if (existing) this.rows.set(job.id, { job, blob: job.stage === 'saved' ? undefined : existing.blob });
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.rows.delete(id);
  }

  async deleteAllOf(uploader: string): Promise<void> {
    for (const [id, { job }] of this.rows) if (job.uploader === uploader) this.rows.delete(id);
  }

  async getFile(id: string): Promise<Blob | undefined> {
    return this.rows.get(id)?.blob;
  }

  async adopt(browserIdentity: BrowserIdentity): Promise<{ job: UploadJob; blob: Blob | undefined }[]> {
    return [...this.rows.values()].filter(
      ({ job }) => effectiveUploader(job.uploader, browserIdentity) !== undefined,
    );
  }
}

/** Files of these sizes, without the actual bytes. */
export function filesOf(sizes: readonly number[]): SelectedFile[] {
  return sizes.map((size, index) => ({
    name: `${index}.jpg`,
    mimeType: 'image/jpeg',
    size,
    fingerprint: `print-${index}`,
    blob: new Blob([`${index}`]),
  }));
}

/** The identity of the guest's browser. */
export const identity: BrowserIdentity = { uploader: 'guest:gst_a', guest: 'guest:gst_a' };

export const owner = { eventId: 'evt_a', uploader: 'guest:gst_a' };

/** A queue connected to a fake server, and what it reports. */
export function queueIn(
  world: FakeServer,
  change: Partial<QueuePorts<{ id: string; name: string }>> & { idPrefix?: string } = {},
) {
  const reports = {
    saved: [] as string[],
    failed: [] as UploadJob[],
    settled: [] as (readonly UploadJob[])[],
  };
  const { idPrefix = 'job', ...ports } = change;
  const store = new MemoryStore();
  let ids = 0;
  const queue = new UploadQueue({
    calls: world.calls,
    clock: world.clock,
    random: seeded(7),
    newId: () => `${idPrefix}-${(ids += 1)}`,
    network: world.network,
    store,
    onSaved: (saved) => void reports.saved.push(saved.name),
    onFailed: (job) => void reports.failed.push(job),
    onSettled: (jobs) => void reports.settled.push(jobs),
    ...ports,
  });
  return { queue, reports, store };
}
