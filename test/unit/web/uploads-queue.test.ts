import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../web/src/features/uploads/queue/backoff.ts';
import { progressOf } from '../../../web/src/features/uploads/queue/upload-job.ts';
import { HttpError, FakeServer, filesOf, identity, owner, queueIn, seeded } from './uploads-fakes.ts';

const MB = 1_000_000;
const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.jpg`);
const noJitter = () => 1;
const refuse = (status: number, code?: string) => () => Promise.reject(new HttpError(status, code));
const namesSaved = (world: FakeServer) => [...world.saved.values()].map(({ name }) => name);

describe('many files', () => {
  it.each([1, 2, 3, 4, 5])('all arrive exactly once over a bad network (seed %i)', async (seed) => {
    const world = new FakeServer(
      {
        unavailable: 0.15,
        reset: 0.15,
        lostResponse: 0.05,
        failedSigning: 0.1,
        urlLivesMs: 1000,
        offline: [5000, 9000],
      },
      seed,
    );
    const random = seeded(seed);
    const { queue, reports, store } = queueIn(world);
    queue.add(filesOf(names(20).map(() => 200_000 + random() * 3 * MB)), owner);
    await world.clock.runUntil();

    expect(queue.jobs.every(({ state }) => state === 'done')).toBe(true);
    expect(namesSaved(world).toSorted()).toEqual(names(20).toSorted());
    expect(reports.saved).toHaveLength(20);
    expect(reports.settled).toHaveLength(1);
    expect(world.counts.rewritten).toBe(0);
    expect(store.rows.size).toBe(0);
  });

  it('arrive over a line that breaks every 4 s, by sending fewer at once', async () => {
    const world = new FakeServer({ cutEveryMs: 4000 });
    const { queue } = queueIn(world);
    queue.add(filesOf(names(16).map(() => 1.5 * MB)), owner);
    await world.clock.runUntil(120_000);
    expect(new Set(queue.jobs.map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('are queued once if added twice, and again after they are done', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world);
    for (let presses = 0; presses < 2; presses += 1) queue.add(filesOf([MB, MB]), owner);
    expect(queue.jobs).toHaveLength(2);
    queue.add(filesOf([MB]), { ...owner, eventId: 'evt_other' });
    expect(queue.jobs).toHaveLength(3);
    await world.clock.runUntil();
    queue.add(filesOf([MB]), owner);
    expect(queue.jobs).toHaveLength(4);
  });

  it('are sent up to six at a time over a good line', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world);
    // A limit of seven would be reached after 20.
    queue.add(filesOf(names(30).map(() => MB)), owner);
    await world.clock.runUntil();
    expect(world.counts.maxConcurrent).toBe(6);
    expect(world.clock.now()).toBeLessThan(36_000);
  });
});

describe('the queue', () => {
  it('starts with the two smallest', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world);
    queue.add(filesOf([3 * MB, MB, 2 * MB]), owner);
    await world.clock.runUntil(200);
    expect(queue.jobs.map(({ state }) => state)).toEqual(['waiting', 'working', 'working']);
  });

  it('requests three fresh URLs after a 403, each in place of the one before, then fails the file', async () => {
    const world = new FakeServer({});
    const replaced: (string | undefined)[] = [];
    const issue: typeof world.calls.issue = (job, signal) => {
      replaced.push(job.replaces);
      return world.calls.issue(job, signal);
    };
    const { queue, reports } = queueIn(world, { calls: { ...world.calls, issue, put: async () => 403 } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(replaced).toEqual([undefined, ...[1, 2, 3].map((number) => `/objects/uploads/upl_${number}`)]);
    expect(reports.failed[0]?.failure?.step).toBe('sending');
  });

  it.each([
    ['parameters', 'issue', 402],
    ['saving', 'save', 413],
  ] as const)('fails a file at %s if the server refuses', async (step, call, status) => {
    const world = new FakeServer({});
    const refuse = () => Promise.reject(new HttpError(status));
    const { queue, reports } = queueIn(world, { calls: { ...world.calls, [call]: refuse } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(reports.failed.map(({ failure }) => failure?.step)).toEqual([step]);
    expect(reports.settled[0]?.[0]?.state).toBe('failed');
  });

  it.each([408, 409, 425, 429, 500, 503])('retries after %i', async (status) => {
    const world = new FakeServer({});
    let refusals = 3;
    const put: typeof world.calls.put = async (request) =>
      (refusals -= 1) >= 0 ? status : world.calls.put(request);
    const { queue } = queueIn(world, { calls: { ...world.calls, put } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');
  });

  it('waits while too many uploads are unsaved, for as long as the server says, and loses none', async () => {
    const world = new FakeServer({});
    const freeFrom = 15 * 60_000;
    const early: number[] = [];
    const issue: typeof world.calls.issue = (job, signal) => {
      const leftMs = freeFrom - world.clock.now();
      if (leftMs <= 0) return world.calls.issue(job, signal);
      early.push(leftMs);
      return Promise.reject(new HttpError(429, 'too_many_unsaved', Math.ceil(leftMs / 1000)));
    };
    const { queue, reports } = queueIn(world, { calls: { ...world.calls, issue } });
    queue.add(filesOf(names(20).map(() => MB)), owner);
    await world.clock.runUntil(freeFrom - 1000);
    expect(queue.jobs.every(({ state, waitsFor }) => state === 'waiting' && waitsFor !== undefined)).toBe(
      true,
    );
    await world.clock.runUntil();
    expect(queue.jobs.some(({ waitsFor }) => waitsFor !== undefined)).toBe(false);
    expect(early.length).toBeLessThanOrEqual(20);
    expect(reports.failed).toEqual([]);
    expect(namesSaved(world).toSorted()).toEqual(names(20).toSorted());
  });

  it.each(['issue', 'save'] as const)('respects the Retry-After of a busy server (%s)', async (step) => {
    const world = new FakeServer({});
    const times: number[] = [];
    const busyOnce: any = (...args: [any, AbortSignal]) => {
      times.push(world.clock.now());
      if (times.length === 1) return Promise.reject(new HttpError(503, 'busy', 60));
      return world.calls[step](...args);
    };
    const { queue } = queueIn(world, { calls: { ...world.calls, [step]: busyOnce } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    expect(second - first).toBeLessThanOrEqual(61_000);
  });

  it('treats a 412 as arrived, and does not send the file again', async () => {
    const world = new FakeServer({ lostResponse: 1 });
    const { queue } = queueIn(world, {
      calls: { ...world.calls, save: async () => ({ id: 'm', name: '0' }) },
    });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');
    expect(world.counts).toMatchObject({ put: 2, issue: 1, rewritten: 0 });
  });

  it('aborts a request that stalls for 30 s, and retries', async () => {
    const world = new FakeServer({});
    let isFirst = true;
    const put: typeof world.calls.put = (request) => {
      if (!isFirst) return world.calls.put(request);
      isFirst = false;
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(new Error('cut'))),
      );
    };
    const { queue } = queueIn(world, { calls: { ...world.calls, put } });
    queue.add(filesOf([MB]), owner);
    // Requesting the URL took 60 ms.
    await world.clock.runUntil(30_059);
    expect(queue.jobs[0]?.state).toBe('working');
    await world.clock.runUntil(30_060);
    expect(queue.jobs[0]?.state).toBe('waiting');
    await world.clock.runUntil(34_000);
    expect(queue.jobs[0]?.state).toBe('done');
  });

  it('does not abort a slow upload that makes progress', async () => {
    const world = new FakeServer({ bytesPerMs: 20 });
    const { queue } = queueIn(world);
    queue.add(filesOf([2 * MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');
    expect(world.counts.put).toBe(1);
    expect(world.clock.now()).toBeGreaterThan(100_000);
  });

  it('resends a file that never arrived once, and then fails it', async () => {
    const world = new FakeServer({});
    let saves = 0;
    const save: typeof world.calls.save = (job, signal) =>
      (saves += 1) === 1 ? Promise.reject(new HttpError(400, 'file_missing')) : world.calls.save(job, signal);
    const { queue } = queueIn(world, { calls: { ...world.calls, save } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');
    expect(world.counts).toMatchObject({ issue: 2, put: 2 });

    const second = queueIn(world, { calls: { ...world.calls, save: refuse(400, 'file_missing') } });
    second.queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(second.reports.failed).toHaveLength(1);
  });

  it('does not retry a file that was saved and then deleted', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world, { calls: { ...world.calls, save: refuse(409, 'upload_used') } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('failed');
  });

  it('ignores a refused publish, because saving was enough', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world, { calls: { ...world.calls, publish: refuse(403) } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');
  });
});

describe('a response from another server', () => {
  it('of a captive portal never counts as success', async () => {
    const world = new FakeServer({});
    let pages = 6;
    // JSON calls fail to parse; the PUT gets a 200 although nothing has arrived.
    const portal = <Call extends (...args: any[]) => Promise<any>>(call: Call) =>
      (async (...args: Parameters<Call>) => {
        if ((pages -= 1) >= 0) throw new SyntaxError('Unexpected token <');
        return call(...args);
      }) as Call;
    let isFirstPut = true;
    const calls: typeof world.calls = {
      issue: portal(world.calls.issue),
      put: async (request) => {
        if (!isFirstPut) return world.calls.put(request);
        isFirstPut = false;
        return 200;
      },
      save: async (job, signal) => {
        if (!world.objects.has(job.objectPath)) throw new HttpError(400, 'file_missing');
        return world.calls.save(job, signal);
      },
      publish: world.calls.publish,
    };
    const { queue, reports } = queueIn(world, { calls });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(reports.saved).toEqual(['0.jpg']);
    expect(world.saved.size).toBe(1);
  });

  it('of a proxy is not shown to users', async () => {
    const world = new FakeServer({});
    const page = Object.assign(new Error('403: <html>Blocked</html>'), { status: 403 });
    const { queue } = queueIn(world, { calls: { ...world.calls, issue: () => Promise.reject(page) } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.failure?.message).toBe('The server refused the file (403).');
  });
});

describe('backoff', () => {
  it('grows to 30 s and has full jitter', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 50].map((failures) => backoffMs(failures, noJitter));
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(backoffMs(3, () => 0.25)).toBe(1000);
  });
});

describe('offline, the queue', () => {
  it('pauses, and resumes at once when the network is back', async () => {
    const world = new FakeServer({ offline: [0, 20_000] });
    const { queue } = queueIn(world);
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil(19_999);
    expect(world.counts.issue).toBe(0);
    await world.clock.runUntil(22_000);
    expect(queue.jobs[0]?.state).toBe('done');
  });

  it('still probes every 30 s, because the browser may be wrong', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world, { network: { isOnline: () => false, onResume: () => {} } });
    queue.add(filesOf([MB, MB]), owner);
    await world.clock.runUntil(29_999);
    expect(world.counts.issue).toBe(0);
    await world.clock.runUntil(65_000);
    expect(queue.jobs.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('probes at once when the page is visible again', async () => {
    const world = new FakeServer({});
    let back: (() => void) | undefined;
    const network = { isOnline: () => false, onResume: (run: () => void) => (back = run) };
    const { queue } = queueIn(world, { network });
    queue.add(filesOf([MB, MB]), owner);
    await world.clock.runUntil(2000);
    expect(world.counts.issue).toBe(0);
    back?.();
    await world.clock.runUntil(6000);
    expect(queue.jobs.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('no longer believes the browser after a response', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world, { network: { isOnline: () => false, onResume: () => {} } });
    queue.add(filesOf(names(12).map(() => MB)), owner);
    await world.clock.runUntil(29_999);
    expect(queue.isDisconnected).toBe(true);
    await world.clock.runUntil(32_000);
    expect(queue.isDisconnected).toBe(false);
    await world.clock.runUntil(100_000);
    expect(new Set(queue.jobs.map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('reports a dead network even if the browser reports online', async () => {
    const world = new FakeServer({ offline: [0, 60_000] });
    const { queue } = queueIn(world, { network: { ...world.network, isOnline: () => true } });
    queue.add(filesOf([MB, MB, MB]), owner);
    expect(queue.isDisconnected).toBe(false);
    await world.clock.runUntil(10_000);
    expect(queue.isDisconnected).toBe(true);
    await world.clock.runUntil(62_000);
    expect(queue.isDisconnected).toBe(false);
    await world.clock.runUntil();
    expect(new Set(queue.jobs.map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('resumes at once when the network or the page is back, but respects Retry-After', async () => {
    const world = new FakeServer({});
    let back: (() => void) | undefined;
    const network = { isOnline: () => true, onResume: (run: () => void) => (back = run) };
    const times: number[] = [];
    const refusals: (() => Error)[] = [() => new TypeError('gone'), () => new HttpError(429, 'busy', 60)];
    const issue: typeof world.calls.issue = (job, signal) => {
      times.push(world.clock.now());
      const refusal = refusals.shift();
      return refusal ? Promise.reject(refusal()) : world.calls.issue(job, signal);
    };
    const { queue } = queueIn(world, { network, random: noJitter, calls: { ...world.calls, issue } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil(500);
    back?.();
    await world.clock.runUntil(600);
    back?.();
    await world.clock.runUntil();
    expect(times).toEqual([0, 500, 60_500]);
  });
});

describe('failed files', () => {
  it('that a paused event refused when they were sent are kept with the reason, and saved without being sent again', async () => {
    const world = new FakeServer({});
    let isPaused = true;
    const save: typeof world.calls.save = (job, signal) =>
      isPaused ? Promise.reject(new HttpError(403, 'event_paused')) : world.calls.save(job, signal);
    const calls = { ...world.calls, save };
    const { queue, store } = queueIn(world, { calls });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]).toMatchObject({
      stage: 'sent',
      state: 'failed',
      failure: { code: 'event_paused' },
    });

    // The page is left; another one finds the file with its reason.
    const next = queueIn(world, { calls, store, idPrefix: 'next' });
    await next.queue.resume(identity);
    expect(next.queue.jobs[0]).toMatchObject({ state: 'failed', failure: { code: 'event_paused' } });
    isPaused = false;
    // By now the file is gone from the phone.
    store.getFile = async () => undefined;
    next.queue.retry('job-1', owner.uploader);
    await world.clock.runUntil();
    expect(next.queue.jobs[0]?.state).toBe('done');
    expect(world.counts).toMatchObject({ issue: 1, put: 1, rewritten: 0 });
    expect(namesSaved(world)).toEqual(['0.jpg']);
  });

  it.each([
    ['file_missing', 2],
    ['upload_used', 1],
  ])('are sent again where the server does not take what has arrived (%s)', async (code, last) => {
    const world = new FakeServer({});
    const save: typeof world.calls.save = (job, signal) =>
      Number(job.objectPath.split('_').at(-1)) <= last
        ? Promise.reject(new HttpError(400, code))
        : world.calls.save(job, signal);
    const { queue } = queueIn(world, { calls: { ...world.calls, save } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]).toMatchObject({ state: 'failed', failure: { code } });
    queue.retry('job-1', owner.uploader);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');
    expect(world.counts.put).toBe(last + 1);
  });

  it('can be retried, and dismissed', async () => {
    const world = new FakeServer({});
    let isRefused = true;
    const save: typeof world.calls.save = (job, signal) =>
      isRefused ? Promise.reject(new HttpError(400)) : world.calls.save(job, signal);
    const { queue, reports, store } = queueIn(world, { calls: { ...world.calls, save } });
    queue.add(filesOf([MB, MB]), owner);
    await world.clock.runUntil();
    expect(store.rows.size).toBe(2);

    isRefused = false;
    queue.retry('job-1', 'user:ada');
    await world.clock.runUntil();
    expect(queue.jobs.map(({ state, uploader }) => [state, uploader])).toEqual([
      ['done', 'user:ada'],
      ['failed', owner.uploader],
    ]);
    expect(reports.settled.map((jobs) => jobs.length)).toEqual([2, 1]);

    queue.dismiss();
    await queue.written();
    expect(queue.jobs).toEqual([]);
    expect(store.rows.size).toBe(0);
  });
});

describe('progress', () => {
  it('of one of 50 files is shown without touching the others', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world);
    await queue.resume(identity);
    queue.add(filesOf(names(50).map(() => MB)), owner);
    let last = queue.jobs;
    const changedAtOnce: number[] = [];
    queue.subscribe(() => {
      changedAtOnce.push(queue.jobs.filter((job, index) => job !== last[index]).length);
      last = queue.jobs;
    });
    await world.clock.runUntil(5000);
    expect(changedAtOnce.length).toBeGreaterThan(100);
    // One that ends, and the next that begins.
    expect(Math.max(...changedAtOnce)).toBeLessThanOrEqual(3);
  });

  it('counts bytes and ends at 1', async () => {
    const world = new FakeServer({});
    const { queue } = queueIn(world);
    const seen: number[] = [];
    queue.subscribe(() => seen.push(progressOf(queue.jobs)));
    queue.add(filesOf([MB, 3 * MB]), owner);
    expect(progressOf(queue.jobs)).toBe(0);
    await world.clock.runUntil();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(20);
    expect(seen.at(-1)).toBe(1);
  });

  it('never goes backwards, even with failures', async () => {
    const world = new FakeServer({ reset: 0.4, unavailable: 0.3 }, 3);
    const { queue } = queueIn(world);
    const seen: number[] = [];
    queue.subscribe(() => seen.push(progressOf(queue.jobs)));
    queue.add(filesOf(names(10).map(() => MB)), owner);
    await world.clock.runUntil();
    expect(world.counts.put).toBeGreaterThan(15);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });
});
