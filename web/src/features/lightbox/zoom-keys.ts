import type { Point } from './zoom-geometry.ts';
import type { ZoomView } from './zoom-view.ts';

const STEP = 1.5;
/** How much of the stage an arrow key moves by. */
const SHARE = 0.2;

const STEPS: Readonly<Record<string, number>> = { '+': STEP, '=': STEP, '-': 1 / STEP, _: 1 / STEP };
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -SHARE, y: 0 },
  ArrowRight: { x: SHARE, y: 0 },
  ArrowUp: { x: 0, y: -SHARE },
  ArrowDown: { x: 0, y: SHARE },
};

/** Zooms by `+`, `-` and `0`, and looks around by arrow keys while zoomed. @returns whether it was such a key */
export function zoomByKey(key: string, view: ZoomView): boolean {
  const factor = STEPS[key];
  const arrow = view.isZoomed() ? ARROWS[key] : undefined;
  if (factor !== undefined) view.step(factor);
  else if (key === '0') view.reset();
  else if (arrow) view.look(arrow);
  else return false;
  return true;
}
