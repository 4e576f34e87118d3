import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserIdentity, onSessionLookup } from '../../../web/src/features/uploads/browser-identity.ts';
import { signInFor, textOfKept, textOfOthers } from '../../../web/src/features/uploads/kept-files-text.ts';
import type { UploadJob } from '../../../web/src/features/uploads/queue/upload-job.ts';
import { uploadCalls } from '../../../web/src/features/uploads/upload-calls.ts';
import { CallError } from '../../../web/src/lib/call.ts';
import { userQuery } from '../../../web/src/lib/use-session.ts';
import { FakeServer, filesOf, HttpError, queueIn } from './uploads-fakes.ts';

const MB = 1_000_000;
const ada = { uploader: 'user:ada', guest: undefined };
const bea = { uploader: 'user:bea', guest: undefined };
const nobody = { uploader: undefined, guest: undefined };
const ofAda = { eventId: 'evt_a', uploader: 'user:ada' };

/** A server that takes calls only for whom its session is, as the header of each call says. */
function worldWithSession() {
  const world = new FakeServer({});
  const session = { user: 'user:ada' as string | undefined };
  const takenFrom: string[] = [];
  const refused: string[] = [];
  const check = (uploader: string) => {
    if (session.user === uploader) return void takenFrom.push(uploader);
    refused.push(uploader);
    throw new HttpError(401, session.user === undefined ? 'unauthenticated' : 'session_changed');
  };
  const calls: typeof world.calls = {
    ...world.calls,
    issue: async (job, signal) => (check(job.uploader), world.calls.issue(job, signal)),
    save: async (job, signal) => (check(job.uploader), world.calls.save(job, signal)),
    publish: async (job, signal) => (check(job.uploader), world.calls.publish(job, signal)),
  };
  return { world, calls, session, takenFrom, refused };
}

const states = (jobs: readonly UploadJob[]) => jobs.map(({ state }) => state);

describe('when a session ends under uploads', () => {
  it.each([30, 500, 1090, 2500])('they wait, and go on as the same person (after %i ms)', async (ms) => {
    const { world, calls, session } = worldWithSession();
    const { queue, reports, store } = queueIn(world, { calls });
    await queue.resume(ada);
    queue.add(filesOf([MB, MB, MB, MB]), ofAda);
    await world.clock.runUntil(ms);
    session.user = undefined;
    await world.clock.runUntil();
    const savedBefore = reports.saved.length;
    expect(new Set(states(queue.jobs).filter((state) => state !== 'done'))).toEqual(
      new Set(['awaiting-person']),
    );
    expect([reports.failed, reports.settled]).toEqual([[], []]);

    await queue.resume(nobody);
    await world.clock.runUntil();
    expect([reports.saved.length, reports.failed, store.rows.size]).toEqual([savedBefore, [], 4]);

    session.user = 'user:ada';
    await queue.resume(ada);
    await world.clock.runUntil();
    expect(states(queue.jobs)).toEqual(['done', 'done', 'done', 'done']);
    expect(reports.settled.map((jobs) => jobs.length)).toEqual([4]);
    expect([world.saved.size, store.rows.size]).toEqual([4, 0]);
  });

  it('they ask the server no more until the session confirms somebody', async () => {
    const { world, calls, session, refused } = worldWithSession();
    const { queue } = queueIn(world, { calls });
    queue.add(filesOf([MB, MB, MB]), ofAda);
    session.user = undefined;
    await world.clock.runUntil();
    const before = refused.length;
    expect(before).toBeLessThanOrEqual(2);
    await world.clock.runUntil(3_600_000);
    // What other tabs have left is no word of the session.
    await queue.takeOver();
    await world.clock.runUntil();
    expect(refused).toHaveLength(before);
  });
});

describe('another account', () => {
  it('never gets the files of the first, and does not wait for them', async () => {
    const { world, calls, session, takenFrom } = worldWithSession();
    const { queue, reports, store } = queueIn(world, { calls });
    await queue.resume(ada);
    queue.add(filesOf([MB, MB, MB]), ofAda);
    await world.clock.runUntil(100);
    // Signed in from another tab, which this page hears of after its next call.
    session.user = 'user:bea';
    await world.clock.runUntil(1200);
    await queue.resume(bea);
    const takenBefore = takenFrom.length;
    queue.add(filesOf([MB]), { ...ofAda, uploader: 'user:bea' });
    await world.clock.runUntil();
    expect(new Set(takenFrom.slice(takenBefore))).toEqual(new Set(['user:bea']));
    expect(states(queue.jobs)).toEqual(['awaiting-person', 'awaiting-person', 'awaiting-person', 'done']);
    expect(reports.settled.map((jobs) => jobs.map(({ uploader }) => uploader))).toEqual([['user:bea']]);

    for (const { id } of queue.jobs) queue.retry(id, 'user:bea');
    queue.dismiss(({ uploader }) => uploader === 'user:ada');
    await queue.written();
    await world.clock.runUntil();
    expect([...store.rows.values()].map(({ job }) => job.uploader)).toEqual([
      'user:ada',
      'user:ada',
      'user:ada',
    ]);
    expect(world.saved.size).toBe(1);

    session.user = 'user:ada';
    await queue.resume(ada);
    await world.clock.runUntil();
    expect(states(queue.jobs)).toEqual(['done', 'done', 'done', 'done']);
    expect(new Set(takenFrom.slice(takenBefore + 3))).toEqual(new Set(['user:ada']));
  });

  it('is not told what became of them: their person is, once they are back', async () => {
    const { world, calls } = worldWithSession();
    const put = async () => {
      await queue.resume(bea);
      return 413;
    };
    const { queue, reports } = queueIn(world, { calls: { ...calls, put } });
    await queue.resume(ada);
    queue.add(filesOf([MB]), ofAda);
    await world.clock.runUntil();
    expect([states(queue.jobs), states(reports.failed), reports.settled]).toEqual([
      ['awaiting-person'],
      ['failed'],
      [],
    ]);
    await queue.resume(ada);
    expect(reports.settled.map(states)).toEqual([['failed']]);
  });

  it('does not get them on a page that opens later either', async () => {
    const { world, calls, session, takenFrom } = worldWithSession();
    session.user = undefined;
    const first = queueIn(world, { calls });
    first.queue.add(filesOf([MB]), ofAda);
    await world.clock.runUntil();
    first.queue.stop();

    session.user = 'user:bea';
    const second = queueIn(world, { calls, store: first.store, idPrefix: 'next' });
    await second.queue.resume(bea);
    await world.clock.runUntil();
    expect([takenFrom, second.queue.jobs, first.store.rows.size]).toEqual([[], [], 1]);

    session.user = 'user:ada';
    await second.queue.resume(ada);
    await world.clock.runUntil();
    expect([new Set(takenFrom), world.saved.size]).toEqual([new Set(['user:ada']), 1]);
  });
});

const look = (client: QueryClient, lookup: () => Promise<{ id: string } | null>) =>
  client.fetchQuery({ queryKey: userQuery.queryKey, queryFn: lookup }).catch(() => {});
const clientAfter = async (lookup: () => Promise<{ id: string } | null>) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await look(client, lookup);
  return client;
};
const refuse = (status: number) => () => Promise.reject(new CallError({ status, statusText: '', text: '' }));

describe('who uses the browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  it('is unknown until the session has been looked up', () => {
    expect(browserIdentity(new QueryClient())).toBeUndefined();
  });

  it.each([
    ['the user of the session', async () => ({ id: 'ada' }), 'user:ada'],
    ['nobody', async () => null, undefined],
    ['nobody, if the first lookup fails', refuse(503), undefined],
  ])('is %s', async (_, lookup, uploader) => {
    expect(browserIdentity(await clientAfter(lookup))).toEqual({ uploader, guest: undefined });
  });

  it('is the same as before if a later lookup fails, but not if it says that nobody is signed in', async () => {
    const client = await clientAfter(async () => ({ id: 'ada' }));
    await look(client, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(browserIdentity(client)?.uploader).toBe('user:ada');
    await look(client, async () => null);
    expect(browserIdentity(client)?.uploader).toBeUndefined();
  });

  it('is told after every lookup that was answered, also if it is the same person again', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const told: (string | undefined)[] = [];
    onSessionLookup(client, () => told.push(browserIdentity(client)?.uploader));
    await look(client, async () => ({ id: 'ada' }));
    await look(client, async () => ({ id: 'ada' }));
    await look(client, refuse(503));
    await look(client, async () => null);
    await client.fetchQuery({ queryKey: ['/api/events'], queryFn: async () => [] });
    expect(told).toEqual(['user:ada', 'user:ada', undefined]);
  });

  it('is told to be nobody if the first lookup fails', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const told: unknown[] = [];
    onSessionLookup(client, () => told.push(browserIdentity(client)));
    await look(client, refuse(503));
    expect(told).toEqual([{ uploader: undefined, guest: undefined }]);
  });

  it('is never asked for by a guest’s file: without the guest’s credentials nothing is sent', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    vi.stubGlobal('fetch', fetch);
    const job = {
      ...ofAda,
      uploader: 'guest:gone',
      mimeType: 'image/jpeg',
      size: 1,
      objectPath: 'path',
    } as never;
    for (const step of ['issue', 'save', 'publish'] as const) {
      await expect(uploadCalls[step](job, new AbortController().signal)).rejects.toMatchObject({
        status: 401,
        code: 'unauthenticated',
      });
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('what is said of files that wait for somebody', () => {
  const kept = { state: 'awaiting-person', uploader: 'user:ada', isKept: true } as UploadJob;
  const done = { ...kept, state: 'done' } as UploadJob;
  const inMemory = { ...kept, isKept: false };
  const ofGuest = { ...kept, uploader: 'guest:grace' };

  it.each([
    [[kept, kept, kept, done], 'Sign in again to go on: 3 files are kept on this device.', 'here'],
    [[kept], 'Sign in again to go on: 1 file is kept on this device.', 'here'],
    [[kept, inMemory], 'Sign in again in another tab to go on. Keep this page open.', 'another-tab'],
    [[ofGuest], 'Waiting: 1 file is kept on this device.', undefined],
    [[done], undefined, undefined],
  ])('to whoever may be their uploader (%#)', (jobs, text, place) => {
    expect([textOfKept(jobs), signInFor(jobs)]).toEqual([text, place]);
  });

  it.each([
    [[kept, kept], '2 files are kept on this device until the person who added them signs in again.'],
    [[inMemory], 'Keep this page open: 1 file is kept in it until the person who added them signs in again.'],
    [[done], undefined],
  ])('to another user (%#)', (jobs, text) => {
    expect(textOfOthers(jobs)).toBe(text);
  });
});
