import type { MediaView } from '../../../shared/contract/entities.ts';

export type MediaPage = { readonly items: MediaView[]; readonly nextCursor: string | null };

/** Pages as the query cache stores them. */
export type MediaPages = { readonly pages: MediaPage[]; readonly pageParams: (string | null)[] };

/** All items in order. An item that moved between two fetches can be on two pages and counts once. */
export function itemsOf(pages: readonly MediaPage[]): MediaView[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id));
}
