import { describe, expect, it, vi } from 'vitest';
import type { UploadJob } from '../../../web/src/features/uploads/queue/upload-job.ts';
import { StepFailure, UNREADABLE } from '../../../web/src/features/uploads/queue/classify-response.ts';
import { HttpError, FakeServer, filesOf, identity, MemoryStore, owner, queueIn } from './uploads-fakes.ts';

const MB = 1_000_000;
const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.jpg`);
const namesSaved = (world: FakeServer) => [...world.saved.values()].map(({ name }) => name);

const unanswered = () => Promise.reject(new TypeError('Failed to fetch'));

describe('the queue', () => {
  it.each([700, 2000, 4500, 7000])('resumes where a page crashed after %i ms', async (crashMs) => {
    const world = new FakeServer({ unavailable: 0.1, reset: 0.1 });
    const first = queueIn(world);
    first.queue.add(filesOf(names(20).map(() => 0.6 * MB)), owner);
    await world.clock.runUntil(crashMs);
    first.queue.stop();
    const savedBefore = first.reports.saved.length;

    const second = queueIn(world, { store: first.store, idPrefix: 'next' });
    await second.queue.resume(identity);
    await world.clock.runUntil();
    expect(namesSaved(world).toSorted()).toEqual(names(20).toSorted());
    // A save whose response was lost in the crash is repeated, which is idempotent.
    expect(second.reports.saved.length).toBe(20 - savedBefore);
    expect(first.store.rows.size).toBe(0);
  });

  it('takes nothing over any more once it is stopped, as it would send nothing of it', async () => {
    const world = new FakeServer({});
    const left = queueIn(world);
    left.queue.add(filesOf([MB]), owner);
    await left.queue.written();
    left.queue.stop();
    const stopped = queueIn(world, { store: left.store, idPrefix: 'next' });
    await stopped.queue.resume({ ...identity, uploader: 'user:somebody-else', guest: undefined });
    stopped.queue.stop();
    const adopt = vi.spyOn(left.store, 'adopt');
    await stopped.queue.takeOver();
    expect(adopt).not.toHaveBeenCalled();
  });

  it.each(['unknown_upload', 'file_missing'])(
    'sends again by itself what was sent but not saved a day ago, and is gone by now (%s)',
    async (code) => {
      const world = new FakeServer({});
      const first = queueIn(world, { calls: { ...world.calls, save: unanswered } });
      first.queue.add(filesOf([MB, MB]), owner);
      await world.clock.runUntil(60_000);
      first.queue.stop();
      expect(first.queue.jobs.map(({ stage }) => stage)).toEqual(['sent', 'sent']);

      world.objects.clear();
      const replaced: (string | undefined)[] = [];
      const calls: typeof world.calls = {
        ...world.calls,
        issue(job, signal) {
          replaced.push(job.replaces);
          return world.calls.issue(job, signal);
        },
        async save(job, signal) {
          if (!world.objects.has(job.objectPath)) throw new HttpError(400, code);
          return world.calls.save(job, signal);
        },
      };
      const second = queueIn(world, { store: first.store, idPrefix: 'next', calls });
      await second.queue.resume(identity);
      await world.clock.runUntil();
      expect(namesSaved(world).toSorted()).toEqual(names(2));
      expect(second.reports.failed).toEqual([]);
      expect(new Set(replaced)).toEqual(new Set(['/objects/uploads/upl_1', '/objects/uploads/upl_2']));
    },
  );

  it.each([
    ['of a user as no other user', 'user:ada', { uploader: 'user:bea' }, undefined],
    ['of a user as no guest', 'user:ada', identity, undefined],
    ['of a guest as that guest', 'guest:gst_a', identity, 'guest:gst_a'],
    [
      'of a guest as that guest, even after they sign in',
      'guest:gst_a',
      { ...identity, uploader: 'user:ada' },
      'guest:gst_a',
    ],
    ['of a guest for an anonymous visitor', 'guest:gst_a', { uploader: undefined }, 'guest:gst_a'],
    ['of a guest as the user who claims them', 'guest:gst_a', { uploader: 'user:ada' }, 'user:ada'],
    [
      'of a guest whose credentials are gone as the next guest',
      'guest:gst_a',
      { uploader: 'guest:gst_b', guest: 'guest:gst_b' },
      'guest:gst_b',
    ],
  ])('resumes files %s', async (_, uploader, currentIdentity, heir) => {
    const world = new FakeServer({});
    const first = queueIn(world);
    first.queue.add(filesOf([MB]), { ...owner, uploader });
    await first.queue.written();
    first.queue.stop();
    const issued: string[] = [];
    const issue: typeof world.calls.issue = (job, signal) => {
      issued.push(job.uploader);
      return world.calls.issue(job, signal);
    };
    const calls = { ...world.calls, issue };
    const second = queueIn(world, { store: first.store, calls });
    await second.queue.resume({ guest: undefined, ...currentIdentity });
    await world.clock.runUntil();
    expect(issued).toEqual(heir === undefined ? [] : [heir]);
    expect(first.store.rows.size).toBe(heir === undefined ? 1 : 0);
  });

  it('reassigns active jobs when a user claims the guest', async () => {
    const world = new FakeServer({});
    const { queue, store } = queueIn(world);
    queue.add(filesOf(names(3).map(() => MB)), owner);
    await queue.written();
    await queue.resume({ uploader: 'user:ada', guest: undefined });
    expect(queue.jobs.map(({ uploader }) => uploader)).toEqual(['user:ada', 'user:ada', 'user:ada']);
    // The stored jobs, too, or a later deletion of the account would not find them.
    await queue.written();
    expect([...store.rows.values()].map(({ job }) => job.uploader)).toEqual([
      'user:ada',
      'user:ada',
      'user:ada',
    ]);
  });

  it.each([
    ['issue', 'before', 2],
    ['issue', 'while', 2],
    ['save', 'before', 1],
    ['save', 'while', 1],
  ] as const)(
    'continues as the user if %s as the claimed guest is refused %s the claim is known here',
    async (step, when, issued) => {
      const world = new FakeServer({});
      const refuseGuests: typeof world.calls.issue & typeof world.calls.save = async (job, signal) => {
        const response = world.calls[step](job as never, signal);
        if (job.uploader !== owner.uploader) return response as never;
        if (when === 'while') await queue.resume(ada);
        if (step === 'issue') await response;
        throw new HttpError(401, 'unauthenticated');
      };
      const ada = { uploader: 'user:ada', guest: undefined };
      const { queue, reports } = queueIn(world, { calls: { ...world.calls, [step]: refuseGuests } });
      queue.add(filesOf([MB]), owner);
      await world.clock.runUntil();
      expect(reports.failed).toHaveLength(when === 'before' ? 1 : 0);
      await queue.resume(ada);
      await world.clock.runUntil();
      expect(queue.jobs.map(({ uploader, state }) => [uploader, state])).toEqual([['user:ada', 'done']]);
      expect(reports.settled.at(-1)?.map(({ state }) => state)).toEqual(['done']);
      expect(world.counts).toMatchObject({ issue: issued, put: 1 });
    },
  );

  it('resends files of a guest whose credentials are gone as the next guest', async () => {
    const world = new FakeServer({});
    const senders: string[] = [];
    const calls = {
      ...world.calls,
      issue: (...input: Parameters<typeof world.calls.issue>) => {
        senders.push(input[0].uploader);
        return world.calls.issue(...input);
      },
      save: (...[job, signal]: Parameters<typeof world.calls.save>) => {
        if (job.uploader === owner.uploader) return Promise.reject(new HttpError(401, 'unauthenticated'));
        return senders.length < 2
          ? Promise.reject(new HttpError(403, 'foreign_upload'))
          : world.calls.save(job, signal);
      },
    };
    const { queue } = queueIn(world, { calls });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    await queue.resume({ uploader: 'guest:gst_b', guest: 'guest:gst_b' });
    await world.clock.runUntil();
    expect(queue.jobs.map(({ state }) => state)).toEqual(['done']);
    expect(senders).toEqual(['guest:gst_a', 'guest:gst_b']);
  });

  it('deletes the unsent files of a departed user', async () => {
    const world = new FakeServer({});
    const { queue, store, reports } = queueIn(world);
    queue.add(filesOf(names(3).map(() => MB)), owner);
    queue.add(filesOf([MB]), { ...owner, uploader: 'user:ada' });
    await queue.written();
    queue.forget(owner.uploader);
    await queue.written();
    expect([...store.rows.values()].map(({ job }) => job.uploader)).toEqual(['user:ada']);
    await world.clock.runUntil();
    expect(queue.jobs.map(({ uploader, state }) => [uploader, state])).toEqual([['user:ada', 'done']]);
    expect(reports.settled.map((jobs) => jobs.length)).toEqual([1]);
  });

  it.each([
    ['issue', 30, { issue: 1, put: 0, save: 0 }],
    ['put', 100, { issue: 1, put: 1, save: 0 }],
    ['save', 1090, { issue: 1, put: 1, save: 1 }],
  ])('aborts a running %s of a departed user, and reports nothing', async (_, ms, counts) => {
    const world = new FakeServer({});
    const { queue, reports, store } = queueIn(world);
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil(ms);
    queue.forget(owner.uploader);
    await world.clock.runUntil();
    expect(world.counts).toMatchObject(counts);
    expect([world.saved.size, store.rows.size, queue.jobs]).toEqual([0, 0, []]);
    expect(reports).toEqual({ saved: [], failed: [], settled: [] });
  });

  it('ignores a response that arrives after its file was deleted', async () => {
    const world = new FakeServer({});
    const response = Promise.withResolvers<{ id: string; name: string }>();
    const { queue, reports } = queueIn(world, {
      calls: {
        ...world.calls,
        save: () => response.promise,
        publish: () => Promise.reject(new HttpError(500)),
      },
    });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil(2000);
    queue.forget(owner.uploader);
    response.resolve({ id: 'med_a', name: '0.jpg' });
    await world.clock.runUntil();
    expect(reports).toEqual({ saved: [], failed: [], settled: [] });
  });

  it('does not resume files that are being deleted', async () => {
    const world = new FakeServer({});
    class SlowStore extends MemoryStore {
      override async deleteAllOf(uploader: string): Promise<void> {
        await new Promise<void>((done) => void world.clock.after(1000, done));
        await super.deleteAllOf(uploader);
      }
    }
    const store = new SlowStore();
    const closed = queueIn(world, { store });
    closed.queue.add(filesOf([MB]), owner);
    await closed.queue.written();
    closed.queue.stop();
    const { queue } = queueIn(world, { store, idPrefix: 'next' });
    queue.forget(owner.uploader);
    const resumed = queue.resume({ uploader: 'guest:gst_b', guest: 'guest:gst_b' });
    await world.clock.runUntil();
    await resumed;
    expect(queue.jobs).toEqual([]);
  });

  it('accepts no more files of a departed user, neither stored nor newly selected ones', async () => {
    const world = new FakeServer({});
    const store = new MemoryStore();
    const closed = queueIn(world, { store });
    closed.queue.add(filesOf([MB]), owner);
    await closed.queue.written();
    closed.queue.stop();
    const { issue } = world.counts;
    const { queue } = queueIn(world, { store, idPrefix: 'next' });
    const resumed = queue.resume(identity);
    queue.forget(owner.uploader);
    await resumed;
    // Its validation ended after the guest was deleted.
    queue.add(filesOf([MB]), owner);
    await queue.resume({ uploader: 'guest:gst_b', guest: 'guest:gst_b' });
    await world.clock.runUntil();
    expect([queue.jobs, store.rows.size, world.counts.issue]).toEqual([[], 0, issue]);
  });

  it('names what a closed page was sending when it sends that again, so that it gives way', async () => {
    const world = new FakeServer({});
    const closed = queueIn(world, { calls: { ...world.calls, put: () => new Promise<never>(() => {}) } });
    closed.queue.add(filesOf([MB]), owner);
    await world.clock.runUntil(1000);
    closed.queue.stop();
    const replaced: (string | undefined)[] = [];
    const issue: typeof world.calls.issue = (job, signal) => {
      replaced.push(job.replaces);
      return world.calls.issue(job, signal);
    };
    const { queue } = queueIn(world, { store: closed.store, calls: { ...world.calls, issue } });
    await queue.resume(identity);
    await world.clock.runUntil();
    expect(replaced).toEqual(['/objects/uploads/upl_1']);
    expect(namesSaved(world)).toEqual(names(1));
  });

  it('fails a job that was stored without its file, again on retry', async () => {
    const world = new FakeServer({});
    const store = new MemoryStore();
    const job = { ...owner, id: 'left', name: 'a.jpg', mimeType: 'image/jpeg', size: MB } as UploadJob;
    store.rows.set('left', { job: { ...job, stage: 'new', state: 'working' }, blob: undefined });
    const { queue } = queueIn(world, { store });
    await queue.resume(identity);
    await world.clock.runUntil();
    queue.retry('left', owner.uploader);
    await world.clock.runUntil();
    expect(queue.jobs[0]).toMatchObject({
      state: 'failed',
      failure: { message: UNREADABLE.message },
    });
    expect(world.counts.put).toBe(0);
  });

  it('stores progress before the remaining files, so that a crash causes no resends', async () => {
    const world = new FakeServer({ bytesPerMs: 200 });
    class SlowStore extends MemoryStore {
      // Copying a video takes longer than sending a photo.
      override async put(...args: Parameters<MemoryStore['put']>): Promise<void> {
        await super.put(...args);
        await new Promise<void>((done) => void world.clock.after(20_000, done));
      }
    }
    const store = new SlowStore();
    const { queue } = queueIn(world, { store });
    queue.add(filesOf([MB, MB, 100 * MB]), owner);
    await world.clock.runUntil(21_000);
    expect(queue.jobs.map(({ stage }) => stage)).toEqual(['saved', 'saved', 'new']);
    expect([...store.rows.values()].map(({ job }) => job.stage)).toEqual(['saved', 'new']);
  });

  it('sends the stored copy if the file itself was moved or changed', async () => {
    const world = new FakeServer({});
    const copies = new Set<Blob>();
    const put: typeof world.calls.put = (request) =>
      copies.has(request.blob)
        ? world.calls.put(request)
        : Promise.reject(new StepFailure('sending', UNREADABLE));
    class CopyingStore extends MemoryStore {
      override async getFile(id: string): Promise<Blob | undefined> {
        const copy = (await super.getFile(id))?.slice();
        if (copy) copies.add(copy);
        return copy;
      }
    }
    const { queue } = queueIn(world, { store: new CopyingStore(), calls: { ...world.calls, put } });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs[0]?.state).toBe('done');

    const full = new CopyingStore();
    full.isFull = true;
    const second = queueIn(world, { store: full, calls: { ...world.calls, put } });
    second.queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(second.queue.jobs[0]?.failure?.message).toBe(UNREADABLE.message);
  });

  it('deletes a stored file as soon as it is saved', async () => {
    const world = new FakeServer({});
    const seen: [string, boolean][] = [];
    class Spy extends MemoryStore {
      override async update(job: Parameters<MemoryStore['update']>[0]): Promise<void> {
        await super.update(job);
        seen.push([job.stage, this.rows.get(job.id)?.blob !== undefined]);
      }
    }
    const { queue } = queueIn(world, { store: new Spy() });
    queue.add(filesOf([MB]), owner);
    await world.clock.runUntil();
    expect(seen).toEqual([
      ['new', true],
      ['sent', true],
      ['saved', false],
    ]);
  });

  it('uploads without space to store files', async () => {
    const world = new FakeServer({});
    const store = new MemoryStore();
    store.isFull = true;
    const { queue } = queueIn(world, { store });
    queue.add(filesOf([MB, MB]), owner);
    await world.clock.runUntil();
    expect(queue.jobs.map(({ state }) => state)).toEqual(['done', 'done']);
  });
});
