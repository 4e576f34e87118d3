import { expect, it } from 'vitest';
import {
  type Archive,
  isBehind,
  isForViewer,
  isOutdated,
  isStalled,
  mayBeGiven,
  newArchive,
} from '../../../functions/downloads/archive.ts';
import { archiveViewOf } from '../../../functions/downloads/archive-reply.ts';
import { parseArchive } from '../../../functions/downloads/archive-row.ts';
import { idOf } from '../../fixtures/records.ts';

const now = new Date('2026-06-30T18:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const contents = { openChanges: 5, openRemovals: 1, heldChanges: 3, heldRemovals: 2 };
const counts = { approved: 16, pending: 2, rejected: 0, voted: 0 };
const event = { privacy: 'public', isPaid: false, isPaused: false } as const;
const context = {
  contents,
  counts,
  membership: undefined,
  access: { role: 'anonymous', hasPaid: false, hasPlace: false, event },
} as const;
const plan = {
  planId: 'p',
  uploadId: 'u',
  listedAt: '2026-06-30T18:00:02.000Z',
  fileCount: 3,
  totalBytes: 100,
  leftOut: 1,
  isProvisional: false,
};

const made = (change: Partial<Archive> = {}): Archive => ({
  ...newArchive(
    { id: 'arc', eventId: idOf('evt', 1), viewer: 'everyone', version: { changes: 5, removals: 1 } },
    now,
  ),
  state: 'ready',
  plan,
  ...change,
});

it('is behind once what its viewer sees grows, and while it lacks unfinished items', () => {
  expect(isBehind(made(), contents)).toBe(false);
  // What waits for approval is not everybody's matter.
  expect(isBehind(made(), { ...contents, heldChanges: 9 })).toBe(false);
  expect(isBehind(made(), { ...contents, openChanges: 6 })).toBe(true);
  const owners = made({ viewer: 'owner', version: { changes: 8, removals: 3 } });
  expect(isBehind(owners, contents)).toBe(false);
  expect(isBehind(owners, { ...contents, heldChanges: 4 })).toBe(true);
  expect(isBehind(made({ plan: { ...plan, isProvisional: true } }), contents)).toBe(true);
  // Whoever asks meanwhile waits for it with the others.
  expect(isBehind(made({ state: 'writing' }), { ...contents, openChanges: 6 })).toBe(false);
});

it('is given while it is valid, and not once it has failed, expired or come to nothing', () => {
  expect(mayBeGiven(made(), { ...contents, openChanges: 6 }, later(3600))).toBe(true);
  expect(mayBeGiven(made({ state: 'failed' }), contents, now)).toBe(false);
  expect(mayBeGiven(made(), contents, later(24 * 3600))).toBe(false);
  expect(mayBeGiven(made({ state: 'writing' }), contents, later(1700))).toBe(true);
  expect(
    mayBeGiven(made({ state: 'writing', restartedAt: later(1900).toISOString() }), contents, later(1900)),
  ).toBe(false);
});

it('is outdated by what was taken away alone, and never while its contents are not decided', () => {
  const without = { ...contents, openRemovals: 2 };
  expect(isOutdated(made(), { ...contents, openChanges: 9 })).toBe(false);
  expect(isOutdated(made(), without)).toBe(true);
  expect(isOutdated(made({ state: 'planning' }), without)).toBe(false);
  expect(isOutdated(made(), { ...contents, heldRemovals: 3 })).toBe(false);
  const owners = made({ viewer: 'owner', version: { changes: 8, removals: 3 } });
  expect(isOutdated(owners, { ...contents, heldRemovals: 3 })).toBe(true);
  const links = { url: null, newerFrom: null };
  expect(archiveViewOf(made(), { ...context, contents: without }, links).state).toBe('outdated');
  expect(archiveViewOf(made({ state: 'failed', isOverBudget: true }), context, links).state).toBe('outdated');
});

it('stands still after a while without progress, unless it has ended or was just restarted', () => {
  expect(isStalled(made({ state: 'writing' }), later(10))).toBe(false);
  expect(isStalled(made({ state: 'writing' }), later(60))).toBe(true);
  expect(isStalled(made({ state: 'planning' }), later(60))).toBe(true);
  expect(isStalled(made({ state: 'writing', restartedAt: later(40).toISOString() }), later(60))).toBe(false);
  expect(isStalled(made(), later(60))).toBe(false);
});

it('tells of its progress, of when it is, and of what came since', () => {
  const links = { url: null, newerFrom: later(60) };
  expect(archiveViewOf(made({ state: 'writing' }), context, links)).toMatchObject({
    state: 'preparing',
    fileCount: 3,
    totalBytes: 100,
    doneBytes: 0,
    leftOut: 1,
    asOf: '2026-06-30T18:00:02.000Z',
    itemsSince: 12,
    newerFrom: '2026-06-30T18:01:00.000Z',
    ownPending: 0,
  });
  expect(archiveViewOf(made({ done: new Set([0]) }), context, links)).toMatchObject({ doneBytes: 100 });
  expect(archiveViewOf(made({ viewer: 'owner' }), context, links).itemsSince).toBe(14);
  expect(archiveViewOf(made({ state: 'planning', plan: undefined }), context, links)).toMatchObject({
    asOf: null,
    itemsSince: 0,
  });
});

it('that an earlier release made for one person is read, and is for nobody', () => {
  const { plan: _, ...row } = made();
  const { replaces: __, isOverBudget: ___, ...old } = { ...row, viewer: `guest:${idOf('gst', 1)}` };
  const archive = parseArchive({ ...old, done: new Set([0]) });
  expect(archive).toMatchObject({ viewer: 'person', replaces: 0, isOverBudget: false });
  for (const role of ['owner', 'guest'] as const)
    expect(isForViewer(archive, { role, hasPaid: false, hasPlace: false, event })).toBe(false);
  // Its own pending items are taken away from it like others.
  expect(isOutdated(archive, { ...contents, heldRemovals: 9 })).toBe(true);
});
