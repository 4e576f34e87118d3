import { indexOfTile } from './choice-beside.ts';

/** How long a finger rests on a tile until that is chosen: less than browsers take for their own menus. */
const LONG_PRESS_MS = 450;
/** A finger or mouse that has moved so far, in CSS pixels, is on its way. */
const SLOP_PX = 8;
/** So near to an edge of the screen, in CSS pixels, a drag scrolls. */
const EDGE_PX = 90;
/** By how much in a frame, at most. */
const SCROLL_PX = 16;

/** What gestures on tiles lead to. Tiles are named by their place in the gallery. */
export type GestureListener = {
  isSelecting: () => boolean;
  /** A press with a key held that means choosing. */
  onChoose: (index: number) => void;
  onDragBegin: (index: number) => void;
  onDrag: (index: number) => void;
};

type Point = { readonly x: number; readonly y: number };

const isFar = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) > SLOP_PX;

/**
 * Watches for gestures that choose tiles: a long press, and a drag that follows it; clicks with Shift, Ctrl or Cmd; and while
 * tiles are being chosen, dragging with the mouse.
 * @returns ends that
 */
export function watchGestures(listener: GestureListener): () => void {
  const end = new AbortController();
  const { signal } = end;
  watchTouch(listener, signal);
  watchMouse(listener, signal);
  return () => end.abort();
}

function watchTouch(listener: GestureListener, signal: AbortSignal): void {
  let touch: { readonly index: number; readonly at: Point; readonly end: AbortController } | undefined;
  let dragging: ReturnType<typeof followDrag> | undefined;
  const stop = () => {
    touch?.end.abort();
    dragging?.end();
    touch = dragging = undefined;
  };
  const move = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!touch || !finger) return;
    const at = pointOf(finger);
    if (dragging) {
      // The page does not scroll by itself.
      event.preventDefault();
      dragging.to(at);
    } else if (isFar(at, touch.at)) stop();
  };
  const begin = (event: TouchEvent) => {
    stop();
    const [finger] = event.touches;
    const target = event.target as Element;
    const index = indexOfTile(target);
    const isOnPicture = target.closest('a:not([download]), label, input') !== null;
    if (event.touches.length !== 1 || !finger || index === undefined || !isOnPicture) return;
    const ending = new AbortController();
    touch = { index, at: pointOf(finger), end: ending };
    const timer = setTimeout(() => {
      navigator.vibrate?.(10);
      listener.onDragBegin(index);
      dragging = followDrag(listener);
    }, LONG_PRESS_MS);
    ending.signal.addEventListener('abort', () => clearTimeout(timer));
    // On the tile itself: for moves, because on the whole page they would hold up all scrolling; for the end, because a tile
    // that has been scrolled away is removed, and its events do not reach the page.
    const own = { passive: false, signal: ending.signal };
    target.addEventListener('touchmove', move as EventListener, own);
    target.addEventListener('touchend', release as EventListener, own);
    target.addEventListener('touchcancel', stop, own);
  };
  const release = (event: TouchEvent) => {
    // No click follows: it would open or choose once more.
    if (dragging) event.preventDefault();
    stop();
  };
  document.addEventListener('touchstart', begin, { signal, passive: true });
  // The browser's own answer to a long press.
  document.addEventListener('contextmenu', (event) => touch && event.preventDefault(), { signal });
  signal.addEventListener('abort', stop);
}

function watchMouse(listener: GestureListener, signal: AbortSignal): void {
  let press: { readonly index: number; readonly at: Point } | undefined;
  let dragging: ReturnType<typeof followDrag> | undefined;
  let hasDragged = false;
  const begin = (event: PointerEvent) => {
    hasDragged = false;
    const index = indexOfTile(event.target as Element);
    const isPlain = event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey;
    press =
      isPlain && index !== undefined && listener.isSelecting() ? { index, at: pointOf(event) } : undefined;
  };
  const move = (event: PointerEvent) => {
    if (press && !dragging && isFar(pointOf(event), press.at)) {
      listener.onDragBegin(press.index);
      dragging = followDrag(listener);
    }
    dragging?.to(pointOf(event));
  };
  const stop = () => {
    hasDragged = dragging !== undefined;
    dragging?.end();
    press = dragging = undefined;
  };
  const click = (event: MouseEvent) => {
    const isOfDrag = hasDragged;
    hasDragged = false;
    const target = event.target as Element;
    const index = indexOfTile(target);
    if (index === undefined) return;
    const hasKey = event.shiftKey || event.ctrlKey || event.metaKey;
    const isChoosing = hasKey && !listener.isSelecting() && target.closest('a:not([download])') !== null;
    if (!isOfDrag && !isChoosing) return;
    event.preventDefault();
    event.stopPropagation();
    if (isChoosing) listener.onChoose(index);
  };
  document.addEventListener('pointerdown', begin, { signal });
  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', stop, { signal });
  document.addEventListener('pointercancel', stop, { signal });
  // Before the tile itself hears of it.
  document.addEventListener('click', click, { signal, capture: true });
  signal.addEventListener('abort', stop);
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
});

/** Tells which tiles a drag comes over, and scrolls while it is near an edge of the screen. */
function followDrag({ onDrag }: GestureListener) {
  let at: Point | undefined;
  let last: number | undefined;
  const look = () => {
    if (!at) return;
    const index = indexOfTile(document.elementFromPoint(at.x, at.y));
    if (index === undefined || index === last) return;
    last = index;
    onDrag(index);
  };
  const scroll = () => {
    const by = at ? scrollStep(at.y) : 0;
    if (by !== 0) {
      scrollBy({ top: by, behavior: 'instant' });
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  let frame = requestAnimationFrame(scroll);
  return {
    to: (point: Point) => {
      at = point;
      look();
    },
    end: () => cancelAnimationFrame(frame),
  };
}

/** The nearer to the edge, the faster. */
function scrollStep(y: number): number {
  const fromBottom = innerHeight - y;
  if (y < EDGE_PX) return -Math.ceil((1 - y / EDGE_PX) * SCROLL_PX);
  return fromBottom < EDGE_PX ? Math.ceil((1 - Math.max(0, fromBottom) / EDGE_PX) * SCROLL_PX) : 0;
}
