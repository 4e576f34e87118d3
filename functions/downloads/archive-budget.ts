import { expirySeconds } from '../domain/expiry.ts';
import type { GallerySizes } from './measure-items.ts';

/**
 * How much may be written into ZIPs of one event in a day (UTC), for each kind of viewer by itself: guests
 * cannot use up what is the owner's. A budget that is used up slows ZIPs down and stops none. What it costs at most
 * stands in `infra/cost/archive-costs.ts`.
 */
const GB = 1e9;
export const BASE_BYTES = 5 * GB;
/** How often a day takes a gallery that is too large for the base. */
export const GALLERIES_PER_DAY = 20;
export const MAX_DAY_BYTES = 1000 * GB;
/** What a file counts on top of its bytes, for the requests that it takes. */
export const FILE_BYTES = 250_000;
/** What a photo that is made for chats counts on top, for the time of a processor. */
export const MADE_PHOTO_BYTES = 6_500_000;

/** Beyond the budget, at least so long from one ZIP to the next, and 4 minutes and 4 more for each GB if that is longer. */
const SLOW_PAUSE_MS = 3600_000;
const SLOW_PAUSE_MS_PER_GB = 4 * 60_000;
const DAY_MS = 24 * 3600 * 1000;
/** The number of items by which a gallery differs from a known one so much that only a plan tells its size. */
const CHANGED_SHARE = 0.1;

/**
 * What a gallery's ZIP is charged without photos that are made for it, what one at full size would be, and of how many items
 * that is: those it left out included.
 */
export type Measured = { readonly charge: number; readonly gallery: number; readonly items: number };

/** What a day's budget has been used for so far. */
export type BudgetUse = {
  /** Charged for every ZIP that was planned, whatever became of it. */
  readonly chargedBytes: number;
  /** When that was last; undefined if nothing was charged, or by an earlier release. */
  readonly chargedAt: Date | undefined;
  /** The gallery whose ZIP the budget last refused, of this size of photos. */
  readonly refused: Measured | undefined;
};

export const UNUSED: BudgetUse = { chargedBytes: 0, chargedAt: undefined, refused: undefined };

/** What a ZIP is charged for. */
export function chargeOf({ totalBytes, fileCount }: { totalBytes: number; fileCount: number }): number {
  return totalBytes + fileCount * FILE_BYTES;
}

/** What a ZIP's plan tells of its gallery. */
export function measuredBy(plan: {
  totalBytes: number;
  fileCount: number;
  leftOut: number;
  setAside?: number | undefined;
  sizes?: GallerySizes | undefined;
}): Measured {
  const full = plan.sizes?.full;
  const charge = chargeOf(plan);
  return {
    charge,
    gallery: full ? chargeOf({ totalBytes: full.bytes, fileCount: full.fileCount }) : charge,
    items: plan.fileCount + plan.leftOut + (plan.setAside ?? 0),
  };
}

/** The budget of a day for a gallery whose ZIP costs this much at full size. */
export function budgetFor(gallery: number): number {
  return Math.max(gallery, Math.min(MAX_DAY_BYTES, BASE_BYTES + GALLERIES_PER_DAY * gallery));
}

/** How much may have been charged already for a ZIP to be written. However large it is, a day allows one. */
export const roomFor = (charge: number, gallery = charge): number => Math.max(0, budgetFor(gallery) - charge);

/** How long after the last ZIP one is written for which there is no room. */
export const slowPauseMs = (charge: number): number =>
  Math.max(SLOW_PAUSE_MS, SLOW_PAUSE_MS_PER_GB * (1 + charge / GB));

/** A GB in 4 minutes, which a day comes close to with the largest galleries for which the pause is not yet a day. */
export const MAX_SLOW_BYTES = (DAY_MS / SLOW_PAUSE_MS_PER_GB) * GB;

/** How much one day takes beyond the budget: at most `MAX_SLOW_BYTES`. */
export const slowBytesFor = (charge: number): number => Math.floor(DAY_MS / slowPauseMs(charge)) * charge;

/**
 * From when the day takes a ZIP: in the past if it does now. The next one's size is known only when it is planned, so this
 * goes by the known gallery that is most like today's.
 * @param items how many there are now
 */
export function takenFrom(
  use: BudgetUse,
  known: Measured | undefined,
  { items, now }: { items: number; now: Date },
): Date {
  const nearest = [known, use.refused]
    .filter((one) => one !== undefined)
    .toSorted((a, b) => Math.abs(a.items - items) - Math.abs(b.items - items))[0];
  if (!nearest || isOther(nearest.items, items)) return now;
  const growth = items / Math.max(1, nearest.items);
  const [charge, gallery] = [nearest.charge * growth, nearest.gallery * growth];
  if (use.chargedBytes <= roomFor(charge, gallery)) return now;
  const tomorrow = nextBudgetAt(now);
  if (!use.chargedAt) return tomorrow;
  return new Date(Math.min(use.chargedAt.getTime() + slowPauseMs(charge), tomorrow.getTime()));
}

const isOther = (before: number, now: number): boolean =>
  now !== before && Math.abs(now - before) >= CHANGED_SHARE * before;

/** The day of an instant: `2026-06-30`. */
export const budgetDay = (now: Date): string => now.toISOString().slice(0, 10);

/** When the next day's budget begins. */
export const nextBudgetAt = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** When a budget's row is no longer needed. */
export const budgetExpirySeconds = (now: Date): number => expirySeconds(nextBudgetAt(now), 3600);
