import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useServerDrawn } from '../../../lib/use-server-drawn.ts';

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
  /** The server drew the first tiles, and they stay, wherever they are, until all that are near the screen are there. */
  readonly keepsDrawn: boolean;
};

/** Tracks the grid's width and which part of it is scrolled into view. */
export function useGridWindow(grid: RefObject<HTMLElement | null>): GridWindow {
  const isServerDrawn = useServerDrawn();
  const [width, setWidth] = useState(0);
  const [{ top, screen, focused }, setView] = useState({
    top: 0,
    screen: 0,
    // Looked up only when the window moves, because only then may its tile be removed.
    focused: undefined as number | undefined,
  });
  const [hasOverscan, setOverscan] = useState(false);
  const isMeasured = width > 0;

  // Render the visible tiles first, then one screen above and below.
  useEffect(() => {
    if (isMeasured) startTransition(() => setOverscan(true));
  }, [isMeasured]);

  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    const look = () => {
      const top = topOf(element.getBoundingClientRect());
      setView((last) =>
        last.top === top && last.screen === innerHeight
          ? last
          : { top, screen: innerHeight, focused: focusedIn(element) },
      );
    };
    // Measured before the first paint, so that the grid is never painted empty. One that the server has drawn can wait
    // until the browser has laid it out, and is rendered anew in slices.
    let isFirst = isServerDrawn;
    const observer = new ResizeObserver(() => {
      if (!isFirst) return measure();
      isFirst = false;
      startTransition(() => {
        measure();
        look();
      });
    });
    if (!isServerDrawn) {
      measure();
      look();
    }
    observer.observe(element);
    const stop = onFrames(['scroll', 'resize'], look);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [grid, isServerDrawn]);

  const overscan = hasOverscan ? screen : 0;
  return {
    width,
    from: top - overscan,
    to: top + STEP + screen + overscan,
    focused,
    keepsDrawn: isServerDrawn && !hasOverscan,
  };
}

/** The index of the focused tile. */
function focusedIn(grid: HTMLElement): number | undefined {
  const tile = document.activeElement?.closest<HTMLElement>('[data-index]');
  return tile && grid.contains(tile) ? Number(tile.dataset['index']) : undefined;
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
