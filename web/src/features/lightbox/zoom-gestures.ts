import { watchDoubleTaps } from './double-tap.ts';
import { pinchOf, type Point } from './zoom-geometry.ts';
import type { ZoomView } from './zoom-view.ts';

/** Whether the browser has zoomed the page, whose own gestures then count. */
export const isPageZoomed = () => (visualViewport?.scale ?? 1) > 1;

/** A notch of a mouse's wheel is about 100 px, a step of two fingers on a trackpad a few. */
const WHEEL_RATE = 0.0025;
const TRACKPAD_RATE = 0.01;
const LINE_PX = 16;

/** The point of an event, from the stage's centre. */
function pointIn(stage: HTMLElement, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point {
  const { x, y, width, height } = stage.getBoundingClientRect();
  return { x: clientX - x - width / 2, y: clientY - y - height / 2 };
}

/** Fingers, mouse and wheel on the stage zoom its picture. @returns a function that ends this */
export function listenForZoom(stage: HTMLElement, view: ZoomView): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const fingers = new Map<number, Point>();
  listenToPointers({ stage, view, signal, fingers });
  listenToWheel({ stage, view, signal });
  listenToTrackpad({ stage, view, signal, fingers });
  // Touches are the browser's while the page is zoomed: somebody may only see a part of the dialog.
  const leavePage = () => stage.toggleAttribute('data-page-zoomed', isPageZoomed());
  leavePage();
  visualViewport?.addEventListener('resize', leavePage, { signal });
  const resized = new ResizeObserver(() => view.refit());
  resized.observe(stage);
  return () => {
    ended.abort();
    resized.disconnect();
  };
}

type Listening = { stage: HTMLElement; view: ZoomView; signal: AbortSignal };
type ListeningWithFingers = Listening & { fingers: Map<number, Point> };

/** One finger or the mouse drags what is zoomed, two fingers pinch, two taps toggle. */
function listenToPointers({ stage, view, signal, fingers }: ListeningWithFingers): void {
  const taps = watchDoubleTaps();
  let isHeld = false;
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || isPageZoomed()) return;
    fingers.set(event.pointerId, pointIn(stage, event));
    if (fingers.size > 1) taps.cancel();
    else taps.press(event);
    // The mouse may leave the stage, and so may fingers on the picture when that is exchanged.
    if (view.isZoomed() || fingers.size > 1) stage.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const before = twoOf(fingers);
    const to = pointIn(stage, event);
    fingers.set(event.pointerId, to);
    const after = twoOf(fingers);
    if (before && after) pinch(before, after);
    else if (view.isZoomed()) view.drag({ x: to.x - from.x, y: to.y - from.y });
    else return;
    isHeld = true;
  };
  const pinch = (before: Two, after: Two) => {
    const [from, to] = [pinchOf(before), pinchOf(after)];
    view.pinch(to.distance / Math.max(1, from.distance), { from: from.centre, to: to.centre });
  };
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (event.type === 'pointerup' && fingers.size === 0 && taps.release(event)) {
      isHeld = false;
      return view.toggle(pointIn(stage, event));
    }
    if (!isHeld || fingers.size > 1) return;
    view.settle(pointIn(stage, event));
    // The finger that is left drags.
    isHeld = fingers.size > 0;
  };
  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', move, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
}

type Two = readonly [Point, Point];

function twoOf(fingers: ReadonlyMap<number, Point>): Two | undefined {
  const [first, second] = fingers.values();
  return first && second && [first, second];
}

/** Trackpads that pinch send a wheel with Ctrl in all browsers but Safari. */
function listenToWheel({ stage, view, signal }: Listening): void {
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
    const rate = event.ctrlKey ? TRACKPAD_RATE : WHEEL_RATE;
    view.turn(Math.exp(-pixels * rate), pointIn(stage, event));
  };
  stage.addEventListener('wheel', wheel, { signal, passive: false });
}

/** Safari's own events: of trackpads, and of fingers, which send pointers as well. */
type GestureEvent = Event & Pick<MouseEvent, 'clientX' | 'clientY'> & { readonly scale: number };

function listenToTrackpad({ stage, view, signal, fingers }: ListeningWithFingers): void {
  let last = 1;
  const gesture = (event: Event) => {
    if (isPageZoomed()) return;
    event.preventDefault();
    const { type, scale } = event as GestureEvent;
    if (fingers.size > 0) return;
    const point = pointIn(stage, event as GestureEvent);
    if (type === 'gesturechange') view.pinch(scale / last, { from: point, to: point });
    if (type === 'gestureend') view.settle(point);
    last = type === 'gesturechange' ? scale : 1;
  };
  for (const type of ['gesturestart', 'gesturechange', 'gestureend']) {
    stage.addEventListener(type, gesture, { signal });
  }
}
