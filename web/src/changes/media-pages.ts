import type { MediaView } from '../../../shared/contract/entities.ts';

export type MediaPage = { readonly items: MediaView[]; readonly nextCursor: string | null };

/** Pages as the query cache stores them. */
export type MediaPages = { readonly pages: MediaPage[]; readonly pageParams: (string | null)[] };

/** All items in order. An item that moved between two fetches can be on two pages and counts once. */
export function itemsOf(pages: readonly MediaPage[]): MediaView[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Changes items in place, or removes them (null). Returns the same object if nothing changed. */
export function mapItems(data: MediaPages, update: (item: MediaView) => MediaView | null): MediaPages {
  let hasChanged = false;
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((item) => {
      const updated = update(item);
      hasChanged ||= updated !== item;
      return updated ?? [];
    }),
  }));
  return hasChanged ? { ...data, pages } : data;
}
