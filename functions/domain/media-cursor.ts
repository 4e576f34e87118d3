import type { SortBy } from '../../shared/contract/media.ts';
import { AppError } from './app-error.ts';
import type { MediaRecord } from './records.ts';
import { voteRank } from './vote-rank.ts';

/** One of the three lists, in one direction. */
export type MediaOrder = { readonly sortBy: SortBy; readonly ascending: boolean };

/** Uploads and votes go from the newest and most; capture times from the oldest; `order` turns them round. */
export function mediaOrder(sortBy: SortBy, order: 'asc' | 'desc' | undefined): MediaOrder {
  const ascending = order === undefined ? sortBy === 'capturedAt' : order === 'asc';
  return { sortBy, ascending };
}

/** The place of an item in a list: its sort value and its id. A cursor is the place of the last item told. */
export type ListPosition = { readonly value: string; readonly id: string };

/** Sorts after every date. */
const UNDATED = '~';

export function positionIn(order: MediaOrder, media: MediaRecord): ListPosition {
  switch (order.sortBy) {
    case 'uploadedAt':
      return { value: media.uploadedAt, id: media.id };
    case 'capturedAt':
      return { value: media.capturedAt ?? UNDATED, id: media.id };
    case 'votes':
      return { value: String(voteRank(media)), id: media.id };
  }
}

function compare(order: MediaOrder, a: MediaRecord, b: MediaRecord): number {
  const [first, second] = [positionIn(order, a), positionIn(order, b)];
  const rising =
    order.sortBy === 'votes'
      ? Number(BigInt(first.value) > BigInt(second.value)) -
        Number(BigInt(first.value) < BigInt(second.value))
      : byText(first.value, second.value) || byText(first.id, second.id);
  return order.ascending ? rising : -rising;
}

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b);

/**
 * Merges lists of one order into a page. All lists were read from the same place on, so an item that waits
 * in any of them comes after the page's last one and is found again from there.
 */
export function mergePage(lists: readonly (readonly MediaRecord[])[], page: MediaOrder & { limit: number }) {
  const merged = lists.flat().sort((a, b) => compare(page, a, b));
  const items = merged.slice(0, page.limit);
  const last = items.at(-1);
  const hasMore = merged.length > page.limit && last !== undefined;
  return { items, next: hasMore ? positionIn(page, last) : undefined };
}

/** A cursor is opaque to callers; to us it is an order and a place in it. */
export function encodeCursor(order: MediaOrder, place: ListPosition): string {
  const text = JSON.stringify([order.sortBy, order.ascending ? 1 : 0, place.value, place.id]);
  return Buffer.from(text).toString('base64url');
}

/** @throws AppError 400 for a cursor that this list did not hand out */
export function decodeCursor(order: MediaOrder, cursor: string | undefined): ListPosition | undefined {
  if (cursor === undefined) return undefined;
  const place = readCursor(order, cursor);
  if (!place) {
    throw new AppError('invalid', 'invalid_cursor', {
      message: 'The cursor does not belong to this list.',
      issues: [{ path: 'cursor', message: 'The cursor does not belong to this list.' }],
    });
  }
  return place;
}

function readCursor(order: MediaOrder, cursor: string): ListPosition | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    const [sortBy, ascending, value, id] = parts as unknown[];
    const fits = sortBy === order.sortBy && ascending === (order.ascending ? 1 : 0);
    if (!fits || typeof value !== 'string' || typeof id !== 'string') return undefined;
    if (!/^med_[a-z2-7]{26}$/.test(id)) return undefined;
    if (!(order.sortBy === 'votes' ? /^\d{1,38}$/ : /^(?:~|[\d:.TZ-]{1,30})$/).test(value)) return undefined;
    return { value, id };
  } catch {
    return undefined;
  }
}
