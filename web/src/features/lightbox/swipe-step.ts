/** How far a finger goes sideways for a swipe. */
export const SWIPE_PX = 50;

/**
 * What a finger's way means: 1 for the next (to the left), -1 for the previous, 0 for none. Ways that go more
 * up or down than sideways are none.
 */
export function swipeStep(way: { x: number; y: number }): -1 | 0 | 1 {
  if (Math.abs(way.x) < SWIPE_PX || Math.abs(way.x) <= Math.abs(way.y)) return 0;
  return way.x < 0 ? 1 : -1;
}
