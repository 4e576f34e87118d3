import { boxesBetween, type Layout } from '../../../../../shared/rules/masonry.ts';

/**
 * Maps a vertical position from one layout to another of the same items: the same relative position in the same box.
 * @param y pixels from the top of the gallery, like the result
 */
export function mapPosition(from: Layout, to: Layout, y: number): number {
  const [below = from.boxes.at(-1)] = boxesBetween(from, y, y + from.tallest);
  const [box = below] = boxesBetween(from, y, y);
  const target = box && to.boxes[box.index];
  if (!target) return y;
  const share = Math.min(1, Math.max(0, (y - box.y) / box.height));
  return target.y + share * target.height;
}
