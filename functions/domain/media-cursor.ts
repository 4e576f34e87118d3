import * as z from 'zod/mini';
import { mediaId } from '../../shared/contract/ids.ts';
import type { SortBy } from '../../shared/contract/media.ts';
import { cutPage, decodeCursor, encodeCursor } from './pagination.ts';
import type { MediaRecord } from './records.ts';
import { voteRank } from './vote-rank.ts';

/** One of the three orders, in one direction. */
export type MediaOrder = { readonly sortBy: SortBy; readonly ascending: boolean };

/** Newest uploads, most votes and oldest capture times come first, unless `order` says otherwise. */
export function mediaOrder(sortBy: SortBy, order: 'asc' | 'desc' | undefined): MediaOrder {
  const ascending = order === undefined ? sortBy === 'capturedAt' : order === 'asc';
  return { sortBy, ascending };
}

/** An item's position in a list: its sort value and its id. A cursor holds that of a page's last item. */
export type ListPosition = { readonly value: string; readonly id: string };

/** Sorts after every date: in ascending order, items without a capture time come last. */
export const UNDATED = '~';

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
 * Merges lists in one order into a page. All were read from the same position, so what is left of them comes
 * after the page's last item, and the next page finds it again.
 */
export function mergePage(lists: readonly (readonly MediaRecord[])[], page: MediaOrder & { limit: number }) {
  const merged = lists.flat().sort((a, b) => compare(page, a, b));
  const { items, last } = cutPage(merged, page.limit);
  return { items, next: last && positionIn(page, last) };
}

/** What a cursor of this order holds: the order itself, and a position in it. */
const cursorOf = ({ sortBy, ascending }: MediaOrder) =>
  z.tuple([
    z.literal(sortBy),
    z.literal(ascending ? 1 : 0),
    z.string().check(z.regex(sortBy === 'votes' ? /^\d{1,38}$/ : /^(?:~|[\d:.TZ-]{1,30})$/)),
    mediaId,
  ]);

export function encodeMediaCursor(order: MediaOrder, { value, id }: ListPosition): string {
  return encodeCursor([order.sortBy, order.ascending ? 1 : 0, value, id]);
}

/** @throws AppError 400 for a cursor that this list did not hand out */
export function decodeMediaCursor(order: MediaOrder, cursor: string | undefined): ListPosition | undefined {
  const found = decodeCursor(cursorOf(order), cursor);
  return found && { value: found[2], id: found[3] };
}
