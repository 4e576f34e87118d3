import { describe, expect, it } from 'vitest';
import type { ArchiveView } from '../../../shared/contract/downloads.ts';
import {
  formatFileSize,
  leftOutLabel,
  archiveLabels,
} from '../../../web/src/features/downloads/archive-labels.ts';
import { pollArchive } from '../../../web/src/features/downloads/poll-archive.ts';
import { CallError } from '../../../web/src/lib/call.ts';

const view = (change: Partial<ArchiveView> = {}): ArchiveView => ({
  id: 'arc_1',
  state: 'preparing',
  fileCount: 3,
  totalBytes: 1000,
  doneBytes: 0,
  leftOut: 0,
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
    expect(await pollArchive(calls, ({ doneBytes }) => progress.push(doneBytes))).toEqual(ready);
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
    await pollArchive(calls, () => {});
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
    await pollArchive(calls, () => {});
    expect(callNames).toEqual(['start', 'start', 'get', 'get', 'get']);
  });

  it('retries a request that fails after the gallery has changed, however often', async () => {
    const offline = Array.from({ length: 8 }, () => new TypeError('offline'));
    const outcomes = [view(), view({ state: 'outdated' }), ...offline, view({ id: 'arc_2' }), ready];
    const { calls, callNames } = createCalls(outcomes);
    const seen: unknown[] = [];
    const onView = ({ state }: ArchiveView) => seen.push(state);
    expect(await pollArchive(calls, onView, (error) => seen.push(error))).toEqual(ready);
    expect(callNames).toEqual(['start', 'get', ...offline.map(() => 'start'), 'start', 'get']);
    expect(seen).toEqual(['preparing', 'outdated', ...offline, 'preparing', 'ready']);
  });

  it('says why a request that fails after the gallery has changed is refused', async () => {
    const { calls } = createCalls([view({ state: 'outdated' }), new TypeError('offline'), refusal(403)]);
    await expect(pollArchive(calls, () => {})).rejects.toThrow('403');
  });

  it('requests a stalled archive again, without polling faster', async () => {
    const { calls, callNames, pauses } = createCalls([...Array.from({ length: 20 }, () => view()), ready]);
    await pollArchive(calls, () => {});
    expect(callNames.filter((name) => name === 'start')).toHaveLength(2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8000);
  });

  it('fails if the archive is refused, fails, or is outdated all the time', async () => {
    await expect(pollArchive(createCalls([refusal(402)]).calls, () => {})).rejects.toThrow('402');
    const failed = pollArchive(createCalls([view({ state: 'failed' })]).calls, () => {});
    await expect(failed).rejects.toThrow('could not be made');
    const restless = createCalls(Array.from({ length: 50 }, () => view({ state: 'outdated' })));
    await expect(pollArchive(restless.calls, () => {})).rejects.toThrow('too fast');
    expect(restless.callNames.length).toBeLessThan(10);
  });
});

it('describes size, progress and missing items of an archive', () => {
  expect([340_000, 999_499, 1_240_000, 12_400_000, 21_000_000_000].map(formatFileSize)).toEqual([
    '340 KB',
    '999 KB',
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
