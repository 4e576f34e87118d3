import type { NamedItem } from './table-request.ts';

/**
 * Which items an ongoing request has. Transactions keep out each other and single writes, and fail where a single write is
 * under way; single writes do not keep out each other.
 * Source: DynamoDB Developer Guide, "Transaction conflict handling in DynamoDB"; API Reference, `TransactWriteItems`: "an
 * ongoing operation is in the process of updating the same item".
 */
export type ItemHolds = {
  /** Takes all items of a transaction, or none. @returns what gives them back, or who is in the way */
  readonly take: (items: readonly NamedItem[], token?: string) => Taken;
  readonly isHeld: (item: NamedItem) => boolean;
  /** Notes a single write that is under way. @returns what ends it */
  readonly write: (items: readonly NamedItem[]) => () => void;
  /** Whether any write of the item is under way. */
  readonly isBusy: (item: NamedItem) => boolean;
};

export type Taken =
  | { readonly kind: 'taken'; readonly release: () => void }
  /** The same transaction, by its token, is still under way. */
  | { readonly kind: 'in-progress' }
  /** By position, which items others hold. */
  | { readonly kind: 'conflict'; readonly held: readonly boolean[] };

export function createItemHolds(): ItemHolds {
  const held = new Set<string>();
  const tokens = new Set<string>();
  const written = new Map<string, number>();

  const isBusy = ({ id }: NamedItem): boolean => held.has(id) || written.has(id);

  const count = (items: readonly NamedItem[], by: 1 | -1): void => {
    for (const { id } of items) {
      const writes = (written.get(id) ?? 0) + by;
      if (writes === 0) written.delete(id);
      else written.set(id, writes);
    }
  };

  return {
    take(items, token) {
      if (token !== undefined && tokens.has(token)) return { kind: 'in-progress' };
      const conflicts = items.map(isBusy);
      if (conflicts.includes(true)) return { kind: 'conflict', held: conflicts };
      for (const { id } of items) held.add(id);
      if (token !== undefined) tokens.add(token);
      return {
        kind: 'taken',
        release() {
          for (const { id } of items) held.delete(id);
          if (token !== undefined) tokens.delete(token);
        },
      };
    },
    isHeld: ({ id }) => held.has(id),
    write(items) {
      count(items, 1);
      return () => count(items, -1);
    },
    isBusy,
  };
}
