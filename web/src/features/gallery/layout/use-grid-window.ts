import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** Positions are followed in steps, so that scrolling renders now and then and not at every pixel. */
const STEP = 240;

export type GridWindow = {
  /** The grid's own width; 0 before it is known. */
  readonly width: number;
  /** The stretch of the grid that is or soon will be on the screen. */
  readonly from: number;
  readonly to: number;
};

/** Follows the grid's width and which part of it the page's scrolling shows. */
export function useGridWindow(grid: RefObject<HTMLElement | null>): GridWindow {
  const [width, setWidth] = useState(0);
  const [{ top, screen }, setView] = useState({ top: 0, screen: 0 });

  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    // Before the first paint, so that nothing is painted without tiles.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);

  useLayoutEffect(() => {
    const read = () => {
      const element = grid.current;
      if (!element) return;
      const top = Math.floor(-element.getBoundingClientRect().top / STEP) * STEP;
      setView((last) =>
        last.top === top && last.screen === innerHeight ? last : { top, screen: innerHeight },
      );
    };
    read();
    return onFrames(['scroll', 'resize'], read);
  }, [grid]);

  return { width, from: top - screen, to: top + STEP + 2 * screen };
}

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
