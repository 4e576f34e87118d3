import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { plainTilesRect } from '../../../lib/first-data.ts';

/** Scroll positions are rounded to this many pixels, so that scrolling rarely rerenders. */
const STEP = 240;

export type GridWindow = {
  /** The grid's width; 0 before it is known. */
  readonly width: number;
  /** The range of the grid that is or soon will be on the screen. */
  readonly from: number;
  readonly to: number;
  /** The tile that had the focus when the window last moved. */
  readonly focused: number | undefined;
};

/** Tracks the grid's width and which part of it is scrolled into view. */
export function useGridWindow(grid: RefObject<HTMLElement | null>): GridWindow {
  // With the size known from the plain first screen, the first tiles render in slices; after measuring, they render at once.
  const [plainRect] = useState(plainTilesRect);
  const [width, setWidth] = useState(Math.round(plainRect?.width ?? 0));
  const [{ top, screen, focused }, setView] = useState(() => ({
    top: plainRect ? topOf(plainRect) : 0,
    screen: plainRect ? innerHeight : 0,
    // Looked up only when the window moves, because only then may its tile be removed.
    focused: undefined as number | undefined,
  }));
  const [hasOverscan, setOverscan] = useState(false);

  // Render the visible tiles first, then one screen above and below.
  useEffect(() => startTransition(() => setOverscan(true)), []);

  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    // Measured before the first paint, so that the grid is never painted empty.
    if (!plainRect) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, plainRect]);

  useLayoutEffect(() => {
    const update = () => {
      const element = grid.current;
      if (!element) return;
      const top = topOf(element.getBoundingClientRect());
      setView((last) =>
        last.top === top && last.screen === innerHeight
          ? last
          : { top, screen: innerHeight, focused: focusedIn(element) },
      );
    };
    if (!plainRect) update();
    return onFrames(['scroll', 'resize'], update);
  }, [grid, plainRect]);

  const overscan = hasOverscan ? screen : 0;
  return { width, from: top - overscan, to: top + STEP + screen + overscan, focused };
}

/** The index of the focused tile. */
function focusedIn(grid: HTMLElement | null): number | undefined {
  const tile = document.activeElement?.closest<HTMLElement>('[data-index]');
  return tile && grid?.contains(tile) ? Number(tile.dataset['index']) : undefined;
}

/** How far the grid's top is above the viewport's, in whole steps. */
const topOf = (grid: DOMRect): number => Math.floor(-grid.top / STEP) * STEP;

/** Calls back at most once per frame after any of these window events. */
function onFrames(events: readonly ('scroll' | 'resize')[], run: () => void): () => void {
  let frame = 0;
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(run);
  };
  for (const event of events) addEventListener(event, schedule, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    for (const event of events) removeEventListener(event, schedule);
  };
}

/** Calls back once when the end of the loaded items comes near. */
export function useNearEnd(isNear: boolean, onNear: (() => void) | undefined): void {
  useEffect(() => {
    if (isNear) onNear?.();
  }, [isNear, onNear]);
}
