import { UNITS_PER_SECOND, type MeterReport } from '../../infra/local/dynamodb/capacity-meter.ts';
import type { CallCounts } from '../../infra/local/lambda/limit-concurrency.ts';
import type { CallStats } from './crowd-calls.ts';

/** What a run measured. */
export type Measured = {
  readonly holdMs: number;
  /** In how many seconds the crowd arrives. */
  readonly seconds: number;
  readonly calls: ReadonlyMap<string, CallStats>;
  /** Milliseconds of empty calls, made all the time. */
  readonly emptyCalls: readonly number[];
  /** The table's meter before everybody opened "Top Voted", and at the end. */
  readonly meters: { readonly visits: MeterReport; readonly end: MeterReport };
  readonly functionCounts: Readonly<Record<string, CallCounts>>;
};

/** What may be used of a partition's second, and how many of the saves may hold the same item. */
const SHARE = { partition: 0.8, saves: 0.5 };
/** Of fewer, one guest's own row is in most. */
const SOME_SAVES = 100;
const MANY_SAVES = 2000;
/** How many transactions a save may take on average. */
const TRANSACTIONS_PER_SAVE = 2;
const SAVE = 'save-guest-media';

/** Transactions that were sent for each call, those that conflicted included. */
export function transactionsEach(kind: string, { calls, meters }: Measured): number {
  return (meters.end.callers[kind]?.transactions ?? 0) / Math.max(1, calls.get(kind)?.calls ?? 0);
}

/**
 * What the table would not stand with more guests, or faster ones. How often an item is held does not depend on this
 * machine; how soon transactions conflict and partitions are used up does, and few guests say nothing of it.
 */
export function excessesOf(measured: Measured): Record<string, number> {
  const { hottest, mostHeld } = measured.meters.end;
  const saves = measured.calls.get(SAVE)?.calls ?? 0;
  const shared = mostHeld.filter(({ transactions }) => transactions > SHARE.saves * saves);
  const hot = hottest.filter((each) => each.peakUnits > SHARE.partition * UNITS_PER_SECOND[each.kind]);
  return {
    ...(saves >= SOME_SAVES && { 'items in most saves': shared.length }),
    ...(saves >= MANY_SAVES && {
      'partitions too hot': hot.length,
      'too many transactions for a save': Number(transactionsEach(SAVE, measured) > TRANSACTIONS_PER_SAVE),
    }),
  };
}
