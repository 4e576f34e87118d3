import { describe, expect, it } from 'vitest';
import type { ArchiveView } from '../../../shared/contract/downloads.ts';
import {
  leftOutLabel,
  archiveLabels,
  asOfLabel,
  formatMoment,
  newerFromLabel,
  ownPendingLabel,
  setAsideLabel,
} from '../../../web/src/features/downloads/archive-labels.ts';
import { formatFileSize } from '../../../web/src/lib/format-file-size.ts';
import { readArchive } from '../../../web/src/features/downloads/archive-calls.ts';
import { pollArchive } from '../../../web/src/features/downloads/poll-archive.ts';
import { CallError } from '../../../web/src/lib/call.ts';

const view = (change: Partial<ArchiveView> = {}): ArchiveView => ({
  id: 'arc_1',
  photoSize: 'full',
  state: 'preparing',
  fileCount: 3,
  totalBytes: 1000,
  making: null,
  doneBytes: 0,
  leftOut: 0,
  setAside: 0,
  asOf: '2026-06-30T16:40:00.000Z',
  itemsSince: 0,
  newerFrom: null,
  ownPending: 0,
  url: null,
  expiresAt: '2026-06-30T18:00:00.000Z',
  ...change,
});

type Outcome = ArchiveView | Error;

/** Fake calls that return these answers in order, and record calls and pauses. */
function createCalls(outcomes: Outcome[]) {
  const callNames: string[] = [];
  const pauses: number[] = [];
  const next = (name: string) => async (): Promise<ArchiveView> => {
    callNames.push(name);
    const outcome = outcomes.shift() ?? view();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  return { callNames, pauses, calls: { start: next('start'), get: next('get'), pause } };
}

const refusal = (status: number) => new CallError({ status, statusText: '', text: '' });
const ready = view({ state: 'ready', url: 'u', doneBytes: 1000 });

describe('polling an archive', () => {
  it('continues with growing pauses until it is ready', async () => {
    const { calls, callNames, pauses } = createCalls([view(), view({ doneBytes: 500 }), ready]);
    const progress: number[] = [];
    expect(await pollArchive(calls, { onView: ({ doneBytes }) => progress.push(doneBytes) })).toEqual(ready);
    expect(callNames).toEqual(['start', 'get', 'get']);
    expect(progress).toEqual([0, 500, 1000]);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  });

  it('starts a new archive when the old one is outdated', async () => {
    const { calls, callNames } = createCalls([
      view(),
      view({ state: 'outdated' }),
      view({ id: 'arc_2' }),
      ready,
    ]);
    await pollArchive(calls, { onView: () => {} });
    expect(callNames).toEqual(['start', 'get', 'start', 'get']);
  });

  it('rides out network failures and a busy server', async () => {
    const { calls, callNames } = createCalls([
      new TypeError('offline'),
      view(),
      refusal(503),
      refusal(429),
      ready,
    ]);
    await pollArchive(calls, { onView: () => {} });
    expect(callNames).toEqual(['start', 'start', 'get', 'get', 'get']);
  });

  it('retries a request that fails after the gallery has changed, however often', async () => {
    const offline = Array.from({ length: 8 }, () => new TypeError('offline'));
    const outcomes = [view(), view({ state: 'outdated' }), ...offline, view({ id: 'arc_2' }), ready];
    const { calls, callNames } = createCalls(outcomes);
    const seen: unknown[] = [];
    const onView = ({ state }: ArchiveView) => seen.push(state);
    expect(await pollArchive(calls, { onView, onUnavailable: (error) => seen.push(error) })).toEqual(ready);
    expect(callNames).toEqual(['start', 'get', ...offline.map(() => 'start'), 'start', 'get']);
    expect(seen).toEqual(['preparing', 'outdated', ...offline, 'preparing', 'ready']);
  });

  it('says why a request that fails after the gallery has changed is refused', async () => {
    const { calls } = createCalls([view({ state: 'outdated' }), new TypeError('offline'), refusal(403)]);
    await expect(pollArchive(calls, { onView: () => {} })).rejects.toThrow('403');
  });

  it('waits where there may be none yet for as long as the server says, tells why, and asks again', async () => {
    const refused = new CallError({
      status: 429,
      statusText: '',
      text: JSON.stringify({ code: 'archive_pause', message: 'Later.' }),
      retryAfter: '240',
    });
    const { calls, callNames, pauses } = createCalls([view(), view({ state: 'outdated' }), refused, ready]);
    const told: unknown[] = [];
    await pollArchive(calls, { onView: () => {}, onRefused: (refusal) => told.push(refusal) });
    expect(callNames).toEqual(['start', 'get', 'start', 'start']);
    expect(told).toEqual([{ why: 'archive_pause', afterMs: 240_000 }]);
    expect(pauses.at(-1)).toBe(240_000);
  });

  it('requests a stalled archive again, without polling faster', async () => {
    const { calls, callNames, pauses } = createCalls([...Array.from({ length: 20 }, () => view()), ready]);
    await pollArchive(calls, { onView: () => {} });
    expect(callNames.filter((name) => name === 'start')).toHaveLength(2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8000);
  });

  it('fails if the archive is refused, fails, or is outdated all the time', async () => {
    await expect(pollArchive(createCalls([refusal(402)]).calls, { onView: () => {} })).rejects.toThrow('402');
    const failed = pollArchive(createCalls([view({ state: 'failed' })]).calls, { onView: () => {} });
    await expect(failed).rejects.toThrow('could not be made');
    const restless = createCalls(Array.from({ length: 50 }, () => view({ state: 'outdated' })));
    await expect(pollArchive(restless.calls, { onView: () => {} })).rejects.toThrow('too fast');
    expect(restless.callNames.length).toBeLessThan(10);
  });
});

it('describes size, progress and missing items of an archive', () => {
  expect([340_000, 999_499, 999_500, 1_240_000, 12_400_000, 21_000_000_000].map(formatFileSize)).toEqual([
    '340 KB',
    '999 KB',
    '1 MB',
    '1.2 MB',
    '12 MB',
    '21 GB',
  ]);
  expect(archiveLabels(undefined).share).toBeUndefined();
  expect(archiveLabels(view({ doneBytes: 500, totalBytes: 2_000_000 }))).toMatchObject({
    facts: '3 files, 2 MB',
    share: 0.00025,
  });
  expect(archiveLabels(ready).doing).toBe('Your download has started.');
  expect(leftOutLabel(0)).toBeUndefined();
  expect(leftOutLabel(1)).toContain('1 item is not');
});

/** A moment of the reader's own day, in whatever zone the test runs. */
const moment = (local: string): string => new Date(local).toISOString();
const time = (instant: string): string =>
  new Date(instant).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });

it('says of when an archive is, what came since, and from when there may be another', () => {
  const now = new Date('2026-06-30T18:00:00');
  const behind = { newerFrom: moment('2026-06-30T18:04:10'), asOf: moment('2026-06-30T17:40:00') };
  expect(asOfLabel(view(), now)).toBeUndefined();
  expect(asOfLabel(view(behind), now)).toBe(`As of ${time(behind.asOf)}.`);
  expect(asOfLabel(view({ ...behind, itemsSince: 1 }), now)).toBe(
    `As of ${time(behind.asOf)}, 1 photo since.`,
  );
  expect(asOfLabel(view({ ...behind, itemsSince: 12 }), now)).toContain(', 12 photos since.');
  // Not too early: the minute after.
  expect(newerFromLabel(behind.newerFrom, now)).toBe(
    `A new one can be made from ${time('2026-06-30T18:05:00')}.`,
  );
  const before = moment('2026-06-28T18:00:00');
  expect(formatMoment(before, now)).toMatch(/28/);
  expect(formatMoment(before, now)).toContain(time(before));
  expect([0, 1, 2].map(ownPendingLabel)).toEqual([
    undefined,
    expect.stringContaining('Your photo is still waiting for approval'),
    expect.stringContaining('Your 2 photos are still waiting for approval'),
  ]);
});

describe('an answered archive', () => {
  const nowMs = Date.parse('2026-06-30T18:00:00.400Z');
  const read = (body: object, date?: string) =>
    readArchive(Response.json(body, { headers: date === undefined ? {} : { date } }), nowMs);
  const behind = view({ newerFrom: '2026-06-30T18:04:00.000Z' });

  it('of the release before lacks what that did not know', async () => {
    const { setAside: _, ...without } = ready;
    expect(await read(without)).toEqual(ready);
    const { asOf: __, itemsSince: ___, newerFrom: ____, ownPending: _____, ...released } = without;
    const answer = await read(released);
    expect(answer).toEqual({ ...ready, asOf: null });
    expect(asOfLabel(answer, new Date(nowMs))).toBeUndefined();
  });

  it('has its times by the browser’s clock, however wrong that is', async () => {
    expect((await read(behind, 'Tue, 30 Jun 2026 17:00:00 GMT')).newerFrom).toBe('2026-06-30T19:04:00.000Z');
    expect((await read(behind, 'Tue, 30 Jun 2026 20:00:00 GMT')).newerFrom).toBe('2026-06-30T16:04:00.000Z');
    // Seconds are all that the header knows.
    expect(await read(behind, 'Tue, 30 Jun 2026 18:00:00 GMT')).toEqual(behind);
    expect(await read(behind)).toEqual(behind);
  });
});

it('says how many items are set aside, and that they can be had one by one', () => {
  expect(setAsideLabel(0)).toBeUndefined();
  expect(setAsideLabel(1)).toBe(
    '1 item is not in it: whoever uploaded it keeps removing photos. You can download it separately.',
  );
  expect(setAsideLabel(12)).toBe(
    '12 items are not in it: whoever uploaded them keeps removing photos. You can download them separately.',
  );
});
