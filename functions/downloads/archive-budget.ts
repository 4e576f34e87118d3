import { expirySeconds } from '../domain/expiry.ts';

/**
 * How much may be written into ZIPs of one event in a day (UTC), for each kind of viewer by itself: guests
 * cannot use up what is the owner's. What it costs at most stands in `infra/cost/archive-costs.ts`.
 */
const GB = 1e9;
export const BASE_BYTES = 5 * GB;
/** How often a day takes a gallery that is too large for the base. */
export const GALLERIES_PER_DAY = 20;
export const MAX_DAY_BYTES = 1000 * GB;
/** What a file counts on top of its bytes, for the requests that it takes. */
export const FILE_BYTES = 250_000;

const DAY_MS = 24 * 3600 * 1000;

/** What a day's budget has been used for so far. */
export type BudgetUse = {
  /** Charged for every ZIP that was planned, whatever became of it. */
  readonly chargedBytes: number;
  /** The charge of the ZIP that the budget last refused; 0 if it has refused none. */
  readonly refusedBytes: number;
};

export const UNUSED: BudgetUse = { chargedBytes: 0, refusedBytes: 0 };

/** What a ZIP is charged for. */
export function chargeOf({ totalBytes, fileCount }: { totalBytes: number; fileCount: number }): number {
  return totalBytes + fileCount * FILE_BYTES;
}

/** How much a day takes for a gallery whose ZIP is charged this. Every day takes one, however large. */
export function budgetFor(charge: number): number {
  return Math.max(charge, Math.min(MAX_DAY_BYTES, BASE_BYTES + GALLERIES_PER_DAY * charge));
}

/** How much may have been charged already for a ZIP to be written. */
export const roomFor = (charge: number): number => budgetFor(charge) - charge;

/**
 * Whether a budget takes another ZIP.
 * @param charge of the last one, as the next one's is not known before it is planned; undefined without one
 */
export function takesAnother({ chargedBytes, refusedBytes }: BudgetUse, charge: number | undefined): boolean {
  const known = Math.max(charge ?? 0, refusedBytes);
  return known === 0 || chargedBytes <= roomFor(known);
}

/** The day of an instant: `2026-06-30`. */
export const budgetDay = (now: Date): string => now.toISOString().slice(0, 10);

/** When the next day's budget begins. */
export const nextBudgetAt = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** When a budget's row is no longer needed. */
export const budgetExpirySeconds = (now: Date): number => expirySeconds(nextBudgetAt(now), 3600);
