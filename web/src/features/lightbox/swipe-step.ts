/** Horizontal distance that makes a swipe. */
export const SWIPE_PX = 50;

/**
 * The step that a finger's movement means: 1 for the next item (to the left), -1 for the previous, 0 for none. Mostly
 * vertical movements are none.
 */
export function swipeStep(delta: { x: number; y: number }): -1 | 0 | 1 {
  if (Math.abs(delta.x) < SWIPE_PX || Math.abs(delta.x) <= Math.abs(delta.y)) return 0;
  return delta.x < 0 ? 1 : -1;
}
