import { expect, it } from 'vitest';
import {
  type Archive,
  archiveViewOf,
  isCurrent,
  isOutdated,
  isStalled,
  newArchive,
} from '../../../functions/downloads/archive.ts';
import { idOf } from '../../fixtures/records.ts';

const now = new Date('2026-06-30T18:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const contents = { openChanges: 5, openRemovals: 1, heldChanges: 3, heldRemovals: 2 };
const plan = {
  planId: 'p',
  uploadId: 'u',
  fileCount: 3,
  totalBytes: 100,
  leftOut: 1,
  isProvisional: false,
};

const made = (change: Partial<Archive> = {}): Archive => ({
  ...newArchive(
    {
      id: 'arc',
      eventId: idOf('evt', 1),
      viewer: 'everyone',
      version: { changes: 5, removals: 1 },
    },
    now,
  ),
  state: 'ready',
  plan,
  ...change,
});

it('is had again while what its viewer sees stays the same', () => {
  expect(isCurrent(made(), contents, now)).toBe(true);
  // What waits for approval is not everybody's matter.
  expect(isCurrent(made(), { ...contents, heldChanges: 9, heldRemovals: 9 }, now)).toBe(true);
  expect(isCurrent(made(), { ...contents, openChanges: 6 }, now)).toBe(false);
  const owners = made({ viewer: 'owner', version: { changes: 8, removals: 3 } });
  expect(isCurrent(owners, contents, now)).toBe(true);
  expect(isCurrent(owners, { ...contents, heldChanges: 4 }, now)).toBe(false);
  expect(isCurrent(made({ state: 'failed' }), contents, now)).toBe(false);
  expect(isCurrent(made(), contents, later(24 * 3600))).toBe(false);
});

it('that lacks unfinished items is joined while it is made, and soon after not had again', () => {
  const provisional = { ...plan, isProvisional: true };
  expect(isCurrent(made({ plan: provisional }), contents, later(10))).toBe(true);
  expect(isCurrent(made({ plan: provisional }), contents, later(100))).toBe(false);
  expect(isCurrent(made({ plan: provisional, state: 'writing' }), contents, later(100))).toBe(true);
});

it('is outdated by what was taken away alone', () => {
  expect(isOutdated(made(), { ...contents, openChanges: 9 })).toBe(false);
  expect(isOutdated(made(), { ...contents, openRemovals: 2 })).toBe(true);
  expect(isOutdated(made(), { ...contents, heldRemovals: 3 })).toBe(false);
  const owners = made({ viewer: 'owner', version: { changes: 8, removals: 3 } });
  expect(isOutdated(owners, { ...contents, heldRemovals: 3 })).toBe(true);
  expect(archiveViewOf(made(), { ...contents, openRemovals: 2 }, null).state).toBe('outdated');
});

it('stands still after a while without progress, unless it has ended', () => {
  expect(isStalled(made({ state: 'writing' }), later(10))).toBe(false);
  expect(isStalled(made({ state: 'writing' }), later(60))).toBe(true);
  expect(isStalled(made({ state: 'planning' }), later(60))).toBe(true);
  expect(isStalled(made(), later(60))).toBe(false);
});

it('tells of its progress', () => {
  const { state, fileCount, totalBytes, doneBytes, leftOut } = archiveViewOf(
    made({ state: 'writing' }),
    contents,
    null,
  );
  expect({ state, fileCount, totalBytes, doneBytes, leftOut }).toEqual({
    state: 'preparing',
    fileCount: 3,
    totalBytes: 100,
    doneBytes: 0,
    leftOut: 1,
  });
  expect(archiveViewOf(made({ done: new Set([0]) }), contents, 'url')).toMatchObject({ doneBytes: 100 });
});
