import { boxesBetween, type Layout } from '../../../../../shared/rules/masonry.ts';

/** What is looked at in a gallery, in every layout of its items: an item, and how far down in its box, from 0 to 1. */
export type Anchor = { readonly index: number; readonly share: number };

/**
 * @param y pixels from the top of the gallery
 * @returns undefined where there are no items
 */
export function anchorAt(layout: Layout, y: number): Anchor | undefined {
  const [below = layout.boxes.at(-1)] = boxesBetween(layout, y, y + layout.tallest);
  const [box = below] = boxesBetween(layout, y, y);
  return box && { index: box.index, share: Math.min(1, Math.max(0, (y - box.y) / box.height)) };
}

/** @returns pixels from the top of the gallery, or undefined if the layout has no such item */
export function positionOf(layout: Layout, { index, share }: Anchor): number | undefined {
  const box = layout.boxes[index];
  return box && box.y + share * box.height;
}
