import type { MediaView } from '../../../../shared/contract/entities.ts';

export type MediaPage = { readonly items: MediaView[]; readonly nextCursor: string | null };

/** Pages as the cache of queries holds them. */
export type MediaPages = { readonly pages: MediaPage[]; readonly pageParams: (string | null)[] };

/** All items in their order; one that two pages hold, because it moved in between, counts once. */
export function itemsOf(pages: readonly MediaPage[]): MediaView[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Changes one item where it stands, or takes it out (null). The same pages where it is not among them. */
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
