import { isWrite, type TableRequest } from './table-request.ts';

/** Who is writing which item at the moment: a change of an item is seen before its writer has its answer. */
export function createWriters() {
  const writing = new Map<string, string>();
  return {
    /** Notes a request that is being carried out. @returns what ends it */
    begin({ kind, items, caller }: TableRequest): () => void {
      if (caller === undefined || !isWrite(kind)) return () => undefined;
      for (const { id } of items) writing.set(id, caller);
      return () => items.forEach(({ id }) => void writing.delete(id));
    },
    /** @returns undefined if nobody said who they are */
    of: (itemId: string): string | undefined => writing.get(itemId),
  };
}
