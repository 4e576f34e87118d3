import { boxesBetween, type Layout } from '../../../../../shared/rules/masonry.ts';

/**
 * Where what stands at a height of one layout stands in another of the same items: as far down in the same box.
 * @param y pixels from the top of the gallery, as the answer is
 */
export function mapPosition(from: Layout, to: Layout, y: number): number {
  const [box = from.boxes.at(-1)] = boxesBetween(from, y, y + from.tallest);
  const target = box && to.boxes[box.index];
  if (!target) return y;
  const share = Math.min(1, Math.max(0, (y - box.y) / box.height));
  return target.y + share * target.height;
}
