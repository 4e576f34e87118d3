import { describe, expect, it } from 'vitest';
import { type Archive, newArchive } from '../../../functions/downloads/archive.ts';
import { UNUSED } from '../../../functions/downloads/archive-budget.ts';
import { type Asked, replacesAfter, waitAfter } from '../../../functions/downloads/archive-pauses.ts';
import { refusal } from '../../../functions/downloads/archive-wait-refusal.ts';
import { ARCHIVE_REFUSALS } from '../../../shared/archive-messages.ts';
import { idOf } from '../../fixtures/records.ts';

const begun = new Date('2026-06-30T18:00:00.000Z');
const later = (minutes: number) => new Date(begun.getTime() + minutes * 60_000);
const contents = { openChanges: 5, openRemovals: 1, heldChanges: 0, heldRemovals: 0 };
const GB = 1e9;

const made = (gigabytes: number, change: Partial<Archive> = {}): Archive => ({
  ...newArchive(
    { id: 'arc', eventId: idOf('evt', 1), viewer: 'everyone', version: { changes: 5, removals: 1 } },
    begun,
  ),
  state: 'ready',
  plan: {
    planId: 'p',
    uploadId: 'u',
    fileCount: 0,
    totalBytes: gigabytes * GB,
    leftOut: 0,
    isProvisional: false,
  },
  ...change,
});

const at = (minutes: number, change: Partial<Asked> = {}): Asked => ({
  contents,
  items: 0,
  use: UNUSED,
  now: later(minutes),
  ...change,
});
/** As after something was taken out of the gallery. */
const removed = (minutes: number) => at(minutes, { contents: { ...contents, openRemovals: 2 } });
const minutesUntil = (archive: Archive, asked: Asked): number | undefined => {
  const wait = waitAfter(archive, asked);
  return wait && (wait.from.getTime() - begun.getTime()) / 60_000;
};

describe('the next ZIP', () => {
  it('begins at once if there is none, and after one by a pause that grows with its size', () => {
    expect(waitAfter(undefined, at(0))).toBeUndefined();
    expect(minutesUntil(made(0), at(0))).toBe(1);
    expect(minutesUntil(made(10), at(5))).toBe(11);
    expect(minutesUntil(made(10), at(11))).toBeUndefined();
  });

  it('begins at once after one that failed, expired or was given up', () => {
    expect(waitAfter(made(10, { state: 'failed' }), at(1))).toBeUndefined();
    expect(waitAfter(made(5000), at(21 * 60))).toBeUndefined();
    expect(waitAfter(made(100, { state: 'writing' }), at(29))).toBeDefined();
    expect(waitAfter(made(100, { state: 'writing' }), at(31))).toBeUndefined();
  });

  it('replaces an outdated one at once, three in a row, and then by a pause that doubles up to an hour', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 6, 9].map((replaces) =>
      minutesUntil(made(10, { replaces }), removed(0)),
    );
    expect(pauses).toEqual([undefined, undefined, undefined, 11, 22, 44, 60, 60]);
    expect(minutesUntil(made(100, { replaces: 5 }), removed(0))).toBe(101);
  });

  it('ends a row of replacements once one has lasted, but not by failing', () => {
    expect(replacesAfter(undefined, at(0))).toBe(0);
    expect(replacesAfter(made(10), removed(1))).toBe(1);
    expect(replacesAfter(made(10, { replaces: 1 }), removed(12))).toBe(2);
    expect(replacesAfter(made(10, { replaces: 1 }), removed(23))).toBe(1);
    expect(replacesAfter(made(10, { replaces: 5 }), removed(45))).toBe(6);
    expect(replacesAfter(made(10, { replaces: 5 }), removed(89))).toBe(1);
    expect(replacesAfter(made(10, { replaces: 3 }), at(45))).toBe(0);
    expect(replacesAfter(made(10, { replaces: 3, state: 'failed' }), at(0))).toBe(3);
  });

  it('is not written in a loop while photos are removed in a loop: in a day, 31', () => {
    let [last, count] = [made(1), 1];
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const asked = removed(minute);
      if (waitAfter(last, asked)) continue;
      const replaces = replacesAfter(last, asked);
      last = made(1, { createdAt: asked.now.toISOString(), expiresAtSeconds: Infinity, replaces });
      count += 1;
    }
    expect(count).toBe(31);
  });
});

it('waits for the later of its pause and the budget, and says which', () => {
  const use = {
    chargedBytes: 990 * GB,
    chargedAt: begun,
    refused: { charge: 60 * GB, gallery: 60 * GB, items: 100 },
  };
  const asked = at(5, { use, items: 100 });
  expect(waitAfter(made(0), asked)).toEqual({ why: 'archive_budget', from: later(4 * 61) });
  expect(waitAfter(made(1000), asked)).toMatchObject({ why: 'archive_pause' });
});

it('is refused with the time from when there may be another', () => {
  expect(refusal({ why: 'archive_budget', from: later(360) }, begun)).toMatchObject({
    kind: 'too-many',
    code: 'archive_budget',
    retryAfterSeconds: 21_600,
    message: `${ARCHIVE_REFUSALS.archive_budget} A new one can be made in 6 hours.`,
  });
  expect(refusal({ why: 'archive_pause', from: later(0.5) }, begun).message).toContain('in 1 minute.');
});
