import { describe, expect, it } from 'vitest';
import { type Archive, newArchive } from '../../../functions/downloads/archive.ts';
import {
  type BudgetUse,
  budgetFor,
  chargeOf,
  MAX_DAY_BYTES,
  MAX_SLOW_BYTES,
  measuredBy,
  nextBudgetAt,
  roomFor,
  slowBytesFor,
  slowPauseMs,
  takenFrom,
  UNUSED,
} from '../../../functions/downloads/archive-budget.ts';
import { replacesAfter, waitAfter } from '../../../functions/downloads/archive-pauses.ts';
import { idOf } from '../../fixtures/records.ts';

const GB = 1e9;
const MINUTE = 60_000;
const midnight = new Date('2026-06-30T00:00:00.000Z');
const at = (minutes: number) => new Date(midnight.getTime() + minutes * MINUTE);
const minutesAt = (date: Date) => (date.getTime() - midnight.getTime()) / MINUTE;
const used = (gigabytes: number, change: Partial<BudgetUse> = {}): BudgetUse => ({
  ...UNUSED,
  chargedBytes: gigabytes * GB,
  chargedAt: at(0),
  ...change,
});
const known = (gigabytes: number, items = 100) => ({
  charge: gigabytes * GB,
  gallery: gigabytes * GB,
  items,
});
/** The minute from which a gallery of 100 items, or of another number, gets a ZIP at 00:05. */
const taken = (use: BudgetUse, gallery: ReturnType<typeof known> | undefined, items = 100) =>
  minutesAt(takenFrom(use, gallery, { items, now: at(5) }));

describe("a day's budget", () => {
  it('takes the first ZIP of a day however large, and then 20 galleries and 5 GB', () => {
    expect(taken(UNUSED, known(4000))).toBe(5);
    expect([24, 24.1].map((gigabytes) => taken(used(gigabytes), known(1)))).toEqual([5, 60]);
    expect([900, 901].map((gigabytes) => taken(used(gigabytes), known(100)))).toEqual([5, 404]);
    expect(roomFor(100 * GB)).toBe(MAX_DAY_BYTES - 100 * GB);
  });

  it('counts files as well as bytes', () => {
    expect(chargeOf({ totalBytes: 1000, fileCount: 4 })).toBe(1_001_000);
  });

  it('is one for both sizes: one for chats has the room of the gallery at full size', () => {
    const chat = { charge: 0.1 * GB, gallery: GB, items: 100 };
    // 25 GB in all, as for the gallery itself, less what this one takes.
    expect([24.9, 25].map((gigabytes) => taken(used(gigabytes), chat))).toEqual([5, 60]);
    expect(roomFor(3 * GB, GB)).toBe(22 * GB);
    // One a day, however large.
    expect(roomFor(40 * GB, GB)).toBe(0);
    const sizes = { photoCount: 2, videoCount: 0, fileCount: 2, bytes: 1000, isExact: true };
    const plan = { totalBytes: 100, fileCount: 2, leftOut: 1, sizes: { full: sizes, chat: sizes } };
    expect(measuredBy(plan)).toEqual({ charge: 500_100, gallery: 501_000, items: 3 });
  });

  it('goes by the number of items now: it grows with the gallery, and one that shrank is planned anew', () => {
    expect(taken(used(25), known(1))).toBe(60);
    // 1.06 times the gallery: 5 GB and 19 times as much.
    expect(taken(used(25), known(1), 106)).toBe(5);
    expect(taken(used(900), known(1), 110)).toBe(5);
    const refused = used(990, { refused: known(60) });
    expect(taken(refused, undefined)).toBe(4 * 61);
    expect(taken(refused, undefined, 90)).toBe(5);
    // Of two that are known, the one that is most like today's.
    expect(taken(used(24.5, { refused: known(60) }), known(1, 20), 21)).toBe(5);
    expect(taken(used(24.5, { refused: known(60) }), known(1, 20), 20)).toBe(60);
  });

  it('that is used up takes one more after each long pause, and all again tomorrow (UTC)', () => {
    expect([0, 14, 100, 359].map((gigabytes) => slowPauseMs(gigabytes * GB) / MINUTE)).toEqual([
      60, 60, 404, 1440,
    ]);
    expect(taken(used(900, { chargedAt: at(-60) }), known(1))).toBeLessThanOrEqual(5);
    expect(taken(used(999), known(500))).toBe(24 * 60);
    // Charged by the release before, which does not say when.
    expect(taken(used(999, { chargedAt: undefined }), known(1))).toBe(24 * 60);
    expect(nextBudgetAt(at(24 * 60))).toEqual(at(48 * 60));
    for (const gigabytes of [0.1, 14, 15, 100, 359, 360, 5000])
      expect(slowBytesFor(gigabytes * GB)).toBeLessThanOrEqual(MAX_SLOW_BYTES);
  });
});

type Gallery = { gigabytes: number; items: number; removals: number };

/** A day in which somebody asks every minute. @param galleryAt what it is at a minute */
function dayOf(galleryAt: (minute: number) => Gallery) {
  let last: Archive | undefined;
  let use = UNUSED;
  const begun: number[] = [];
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const { gigabytes, items, removals } = galleryAt(minute);
    const contents = { openChanges: items, openRemovals: removals, heldChanges: 0, heldRemovals: 0 };
    const asked = { contents, items, use, now: at(minute) };
    const isSame =
      last?.state === 'ready' && last.version.changes === items && last.version.removals === removals;
    if (isSame || waitAfter(last, asked)) continue;
    const version = { changes: items, removals };
    const replaces = replacesAfter(last, asked);
    const archive = newArchive(
      { id: 'arc', eventId: idOf('evt', 1), viewer: 'everyone', version, replaces },
      at(minute),
    );
    const plan = { fileCount: items, leftOut: 0, totalBytes: gigabytes * GB - items * 250_000 };
    const measured = measuredBy({ ...plan });
    const hasPassed =
      use.chargedAt && minute - minutesAt(use.chargedAt) >= slowPauseMs(measured.charge) / MINUTE;
    if (use.chargedBytes > roomFor(measured.charge) && !hasPassed) {
      use = { ...use, refused: measured };
      last = { ...archive, state: 'failed', isOverBudget: true };
      continue;
    }
    use = { ...use, chargedBytes: use.chargedBytes + measured.charge, chargedAt: at(minute) };
    last = {
      ...archive,
      state: 'ready',
      plan: { ...plan, planId: 'p', uploadId: 'u', isProvisional: false },
    };
    begun.push(minute);
  }
  return { begun, use };
}

/** The longest time from one ZIP to the next, up to a minute, and from the last one to it. */
const longestGap = (begun: readonly number[], until: number): number =>
  [...begun.filter((minute) => minute < until), until].reduce(
    ([longest, before], minute): [number, number] => [Math.max(longest, minute - before), minute],
    [0, 0] as [number, number],
  )[0];

const boundOf = (gigabytes: number) => budgetFor(gigabytes * GB) + slowBytesFor(gigabytes * GB);

/** What a gallery that grows for 5 hours has grown to, in minutes. */
const grow = (minute: number) => Math.min(minute + 1, 300);

describe('a day', () => {
  it('in which a gallery grows to 3 GB in 5 hours has new ZIPs all the time, and within the hour a whole one', () => {
    const { begun, use } = dayOf((minute) => ({
      gigabytes: 0.01 * grow(minute),
      items: 4 * grow(minute),
      removals: 0,
    }));
    expect(longestGap(begun, 300)).toBeLessThanOrEqual(15);
    expect(begun.at(-1)).toBeGreaterThanOrEqual(299);
    expect(begun.at(-1)).toBeLessThanOrEqual(360);
    expect(use.chargedBytes).toBeLessThanOrEqual(boundOf(3));
  });

  it('in which somebody uploads and deletes all the time has a new ZIP at least once an hour, within its bound', () => {
    const { begun, use } = dayOf((minute) => ({ gigabytes: 3, items: 1000, removals: minute }));
    expect(longestGap(begun, 24 * 60)).toBeLessThanOrEqual(60);
    expect(use.chargedBytes).toBeLessThanOrEqual(boundOf(3));
  });

  it('in which something is removed whenever the row of removals has ended is bounded as well', () => {
    const { begun, use } = dayOf((minute) => ({
      gigabytes: 1,
      items: 400,
      removals: Math.floor(minute / 5),
    }));
    expect(longestGap(begun, 24 * 60)).toBeLessThanOrEqual(65);
    expect(use.chargedBytes).toBeGreaterThan(25 * GB);
    expect(use.chargedBytes).toBeLessThanOrEqual(boundOf(1));
  });

  it('in which the host deletes most of a gallery that used the budget up has one of what is left', () => {
    const { begun } = dayOf((minute) =>
      minute < 600
        ? { gigabytes: 40, items: 1000 + minute, removals: 0 }
        : { gigabytes: 2, items: 50, removals: 1 },
    );
    expect(begun.filter((minute) => minute >= 600)[0]).toBeLessThanOrEqual(660);
  });
});
