import { useState } from 'react';

/** Which items of a list are chosen. Those that have left the list are not any more. */
export function useChosen<Item extends { readonly id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter(({ id }) => ids.has(id));
  return {
    chosen,
    isChosen: (item: Item) => ids.has(item.id),
    choose: (item: Item, isChosen: boolean) => {
      const next = new Set(ids);
      if (isChosen) next.add(item.id);
      else next.delete(item.id);
      setIds(next);
    },
    /** All that are listed now, or none. */
    chooseAll: (areChosen: boolean) => setIds(new Set(areChosen ? items.map(({ id }) => id) : [])),
  };
}
