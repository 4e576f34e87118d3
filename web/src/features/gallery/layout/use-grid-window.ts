import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { plainTilesRect } from '../../../lib/first-data.ts';

/** Positions are followed in steps, so that scrolling renders now and then and not at every pixel. */
const STEP = 240;

export type GridWindow = {
  /** The grid's own width; 0 before it is known. */
  readonly width: number;
  /** The stretch of the grid that is or soon will be on the screen. */
  readonly from: number;
  readonly to: number;
  /** The tile that had the focus when this was found out. */
  readonly focused: number | undefined;
};

/** Follows the grid's width and which part of it the page's scrolling shows. */
export function useGridWindow(grid: RefObject<HTMLElement | null>): GridWindow {
  // Known from the plain first screen, the first tiles are drawn in slices; what is measured is drawn in one go.
  const [expected] = useState(plainTilesRect);
  const [width, setWidth] = useState(Math.round(expected?.width ?? 0));
  const [{ top, screen, focused }, setView] = useState(() => ({
    top: expected ? topOf(expected) : 0,
    screen: expected ? innerHeight : 0,
    // Looked up when the window moves: only then may its tile go.
    focused: undefined as number | undefined,
  }));
  const [isWhole, setWhole] = useState(false);

  // What is seen comes first, and then a screen above and below it.
  useEffect(() => startTransition(() => setWhole(true)), []);

  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    // Before the first paint, so that nothing is painted without tiles. What is expected needs no measuring then.
    if (!expected) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, expected]);

  useLayoutEffect(() => {
    const read = () => {
      const element = grid.current;
      if (!element) return;
      const top = topOf(element.getBoundingClientRect());
      setView((last) =>
        last.top === top && last.screen === innerHeight
          ? last
          : { top, screen: innerHeight, focused: focusedIn(element) },
      );
    };
    if (!expected) read();
    return onFrames(['scroll', 'resize'], read);
  }, [grid, expected]);

  const around = isWhole ? screen : 0;
  return { width, from: top - around, to: top + STEP + screen + around, focused };
}

/** The index of the tile that has the focus. */
function focusedIn(grid: HTMLElement | null): number | undefined {
  const place = document.activeElement?.closest<HTMLElement>('[data-index]');
  return place && grid?.contains(place) ? Number(place.dataset['index']) : undefined;
}

/** How far the grid's top is above the screen's. */
const topOf = (grid: DOMRect): number => Math.floor(-grid.top / STEP) * STEP;

/** Calls back at most once a frame after any of the window's events. */
function onFrames(events: readonly ('scroll' | 'resize')[], run: () => void): () => void {
  let frame = 0;
  const ask = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(run);
  };
  for (const event of events) addEventListener(event, ask, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    for (const event of events) removeEventListener(event, ask);
  };
}

/** Calls back once when the end of what is loaded comes near. */
export function useNearEnd(isNear: boolean, onNear: (() => void) | undefined): void {
  useEffect(() => {
    if (isNear) onNear?.();
  }, [isNear, onNear]);
}
