import { type Box, boxesBetween, type Layout } from '../../../../../shared/rules/masonry.ts';
import type { GridSection } from './visible-sections.ts';

/** Items and where their tiles are. */
export type Arranged = { readonly sections: readonly GridSection[]; readonly layout: Layout };

/** The part of the grid on the screen, in pixels from the grid's top. */
export type VisibleRange = { readonly from: number; readonly to: number };

/**
 * By how many pixels what is looked at has moved down because tiles above it changed their height, came or went: the item that was nearest
 * to the middle of the screen, of those that are still there. 0 in another order, where nobody expects it in the same place.
 */
export function movedDown(before: Arranged, after: Arranged, { from, to }: VisibleRange): number {
  if (orderOf(before) !== orderOf(after)) return 0;
  const ids = idsOf(before);
  const places = new Map(idsOf(after).map((id, index) => [id, index]));
  const middle = (from + to) / 2;
  const distance = ({ y, height }: Box) => Math.abs(y + height / 2 - middle);
  const seen = boxesBetween(before.layout, from, to).toSorted((a, b) => distance(a) - distance(b));
  for (const { index, y } of seen) {
    const place = places.get(ids[index] ?? '');
    const box = place === undefined ? undefined : after.layout.boxes[place];
    if (box) return box.y - y;
  }
  return 0;
}

/** Ids of all items, in their order. */
export const idsOf = ({ sections }: Arranged): string[] =>
  sections.flatMap(({ items }) => items.map(({ id }) => id));

/** Days come and go within their order. */
const orderOf = ({ sections: [first] }: Arranged): string | undefined =>
  first?.heading === null ? first.key : undefined;
