import type { MediaView } from '../../../../shared/contract/entities.ts';

export type MediaPage = { readonly items: MediaView[]; readonly nextCursor: string | null };

/** Pages as the query cache stores them. */
export type MediaPages = { readonly pages: MediaPage[]; readonly pageParams: (string | null)[] };

/** All items in order. An item that moved between two fetches can be on two pages and counts once. */
export function itemsOf(pages: readonly MediaPage[]): MediaView[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Changes one item in place, or removes it (null). Returns the same object if the item is not in the list. */
export function changeItem(
  data: MediaPages,
  id: string,
  change: (item: MediaView) => MediaView | null,
): MediaPages {
  if (!data.pages.some(({ items }) => items.some((item) => item.id === id))) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((item) => (item.id === id ? (change(item) ?? []) : item)),
  }));
  return { ...data, pages };
}
