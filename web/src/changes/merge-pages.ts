import type { MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { compareMedia, isListedBy } from '../../../shared/rules/sort-media.ts';
import { itemsOf, type MediaPage, type MediaPages } from './media-pages.ts';

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

/**
 * Inserts a new item at its position, unless the list is not loaded that far. An item that is already listed only gets
 * its size.
 */
export function insertItem(data: MediaPages, item: MediaView, sortBy: SortBy): MediaPages {
  if (itemsOf(data.pages).some(({ id }) => id === item.id)) {
    const { width, height } = item;
    return mapItems(data, (known) =>
      known.id === item.id && known.width === null ? { ...known, width, height } : known,
    );
  }
  if (!isListedBy(sortBy, item)) return data;
  const compare = compareMedia(sortBy);
  const last = data.pages.length - 1;
  const target = data.pages.findIndex(
    ({ items, nextCursor }, index) =>
      items.some((other) => compare(item, other) < 0) || (index === last && nextCursor === null),
  );
  const pages = data.pages.map((page, index) =>
    index === target ? { ...page, items: [...page.items, item].toSorted(compare) } : page,
  );
  return { ...data, pages };
}

/** Moves an item to its position in an order, or inserts it there, unless the list is not loaded that far. */
export function placeItem(data: MediaPages, item: MediaView, sortBy: SortBy): MediaPages {
  return insertItem(withoutItems(data, [item]), item, sortBy);
}

/** Items of a fresh first page that are missing from the loaded part of the list. */
export function newItemsIn(data: Pick<MediaPages, 'pages'>, fresh: MediaPage, sortBy: SortBy): MediaView[] {
  const known = itemsOf(data.pages);
  const ids = new Set(known.map(({ id }) => id));
  const end = data.pages.at(-1)?.nextCursor === null ? undefined : known.at(-1);
  const compare = compareMedia(sortBy);
  return fresh.items.filter((item) => !ids.has(item.id) && (!end || compare(item, end) < 0));
}

/** The list without these items. */
export function withoutItems(data: MediaPages, items: readonly MediaView[]): MediaPages {
  const ids = new Set(items.map(({ id }) => id));
  const pages = data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !ids.has(id)) }));
  return { ...data, pages };
}

/**
 * Updates a list with a fresh first page without refetching the rest: the fresh page replaces the items in its range,
 * later ones stay as they are. A fresh page that ends before the list begins replaces the whole list, because the items
 * in between are unknown; they load as one scrolls.
 */
export function mergeFirstPage(data: MediaPages, fresh: MediaPage, sortBy: SortBy): MediaPages {
  const end = fresh.items.at(-1);
  const [first] = data.pages;
  if (!first || !end || fresh.nextCursor === null) return { pages: [fresh], pageParams: [null] };
  const compare = compareMedia(sortBy);
  const freshIds = new Set(fresh.items.map(({ id }) => id));
  const hasGap = itemsOf(data.pages).every((item) => !freshIds.has(item.id) && compare(item, end) > 0);
  if (hasGap) return { pages: [fresh], pageParams: [null] };
  const isLater = (item: MediaView) => !freshIds.has(item.id) && compare(item, end) > 0;
  const [rest, ...others] = data.pages.map((page) => ({ ...page, items: page.items.filter(isLater) }));
  const isFullyReplaced = others.length === 0 && rest?.items.length === 0;
  const head: MediaPage = {
    items: [...fresh.items, ...(rest?.items ?? [])],
    nextCursor: isFullyReplaced ? fresh.nextCursor : first.nextCursor,
  };
  return { ...data, pages: [head, ...others] };
}
