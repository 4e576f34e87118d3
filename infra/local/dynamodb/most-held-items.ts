import type { NamedItem } from './table-request.ts';

/** An item, and how many writing transactions held it. */
export type HeldItem = { readonly pk: string; readonly sk: string; readonly transactions: number };

const REPORTED = 10;
/** With more items than this, those that were held least are forgotten. */
const REMEMBERED = 50_000;
const KEPT = 1000;

/** Counts by item how many transactions held it: what all of them name lets only one pass at a time. */
export function createHeldItems() {
  let held = new Map<string, HeldItem>();
  const mostHeld = () => [...held].toSorted(([, one], [, other]) => other.transactions - one.transactions);

  return {
    add(items: readonly NamedItem[]): void {
      for (const { id, pk, sk } of items) {
        const transactions = (held.get(id)?.transactions ?? 0) + 1;
        held.set(id, { pk: pk.S ?? '', sk: sk.S ?? '', transactions });
      }
      if (held.size > REMEMBERED) held = new Map(mostHeld().slice(0, KEPT));
    },
    /** Those that were held most. */
    report: (): HeldItem[] =>
      mostHeld()
        .slice(0, REPORTED)
        .map(([, item]) => item),
    reset: (): void => held.clear(),
  };
}
