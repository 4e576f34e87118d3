type Item = { readonly id: string };
type Ids = ReadonlySet<string>;

const withIds = (ids: Ids, more: readonly string[]): Ids => new Set([...ids, ...more]);
const withoutIds = (ids: Ids, fewer: readonly string[]): Ids => {
  const left = new Set(ids);
  for (const id of fewer) left.delete(id);
  return left;
};

/**
 * Which of a gallery's items are chosen. Ranges go by the order that the gallery has at that moment.
 * @param itemsNow the gallery's items, in its order
 */
export function createChosenItems(itemsNow: () => readonly Item[]) {
  const listeners = new Set<() => void>();
  let ids: Ids = new Set();
  /** Where a range begins: the item that was pressed last. */
  let anchor: string | undefined;
  let drag: { readonly before: Ids; readonly adds: boolean } | undefined;

  const change = (next: Ids) => {
    ids = next;
    for (const listener of listeners) listener();
  };
  /** The ids from the anchor to an item, both included. */
  const rangeTo = (index: number): string[] => {
    const items = itemsNow();
    const start = items.findIndex(({ id }) => id === anchor);
    const from = start < 0 ? index : Math.min(start, index);
    return items.slice(from, Math.max(start, index) + 1).map(({ id }) => id);
  };
  const dragTo = (index: number) => {
    if (!drag) return;
    const range = rangeTo(index);
    change(drag.adds ? withIds(drag.before, range) : withoutIds(drag.before, range));
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ids: () => ids,
    has: (id: string) => ids.has(id),
    /** Chooses an item, or not any more. */
    press: (index: number) => {
      const item = itemsNow()[index];
      if (!item) return;
      anchor = item.id;
      change(ids.has(item.id) ? withoutIds(ids, [item.id]) : withIds(ids, [item.id]));
    },
    /** Chooses all from the item that was pressed last. */
    extendTo: (index: number) => {
      change(withIds(ids, rangeTo(index)));
    },
    /** Begins a drag at an item, which does to the others what it does to this one. */
    beginDrag: (index: number) => {
      const item = itemsNow()[index];
      if (!item) return;
      anchor = item.id;
      drag = { before: ids, adds: !ids.has(item.id) };
      dragTo(index);
    },
    dragTo,
    /** These are not chosen any more. */
    drop: (gone: readonly string[]) => change(withoutIds(ids, gone)),
    clear: () => {
      anchor = undefined;
      drag = undefined;
      change(new Set());
    },
  };
}

export type ChosenItems = ReturnType<typeof createChosenItems>;
