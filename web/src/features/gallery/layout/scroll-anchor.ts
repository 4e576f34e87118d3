import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Layout } from '../../../../../shared/rules/masonry.ts';
import { mapPosition } from './map-position.ts';

/** The part of the grid that is on the screen, in pixels below the grid's top. */
type VisibleRange = { readonly from: number; readonly to: number };

type ScrollAnchorProps = {
  grid: RefObject<HTMLElement | null>;
  layout: Layout;
  /** The one that the layout was made for. */
  width: number;
};

/**
 * Keeps what is in the middle of the screen there while tiles get another width: a phone is turned, a window made larger.
 * Shows nothing.
 */
export default function ScrollAnchor({ grid, layout, width }: ScrollAnchorProps) {
  const seen = useRef<VisibleRange>(undefined);
  useEffect(() => {
    const note = () => {
      const element = grid.current;
      // Turned, a page scrolls by itself, before its tiles are laid out anew.
      if (element?.clientWidth === width) seen.current = seenOf(element);
    };
    note();
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [grid, width]);

  const last = useRef({ layout, width });
  useLayoutEffect(() => {
    // What is hidden has no width.
    if (width === 0) return;
    const before = last.current;
    last.current = { layout, width };
    const element = grid.current;
    if (!element || !seen.current || before.width === 0 || before.width === width) return;
    // Whoever still sees the head of the page looks at that.
    if (seen.current.from <= 0) return;
    const middle = mapPosition(before.layout, layout, (seen.current.from + seen.current.to) / 2);
    const top = scrollY + element.getBoundingClientRect().top + middle - innerHeight / 2;
    scrollTo({ top, behavior: 'instant' });
  }, [grid, layout, width]);
  return null;
}

function seenOf(grid: HTMLElement): VisibleRange {
  const from = -grid.getBoundingClientRect().top;
  return { from, to: from + innerHeight };
}
