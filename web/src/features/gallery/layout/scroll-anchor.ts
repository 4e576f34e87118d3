import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Layout } from '../../../../../shared/rules/masonry.ts';
import { mapPosition } from './map-position.ts';

/** The part of the grid on the screen, in pixels from the grid's top. */
type VisibleRange = { readonly from: number; readonly to: number };

type ScrollAnchorProps = {
  grid: RefObject<HTMLElement | null>;
  layout: Layout;
  /** The width that the layout was computed for. */
  width: number;
};

/**
 * Keeps the middle of the screen in place when tiles change their width, as when a phone is turned or a window resized.
 * Renders nothing.
 */
export default function ScrollAnchor({ grid, layout, width }: ScrollAnchorProps) {
  const visible = useRef<VisibleRange>(undefined);
  useEffect(() => {
    const record = () => {
      const element = grid.current;
      // When a phone is turned, the browser scrolls before the tiles are laid out again: ignore that.
      if (element?.clientWidth === width) visible.current = visibleRangeOf(element);
    };
    record();
    addEventListener('scroll', record, { passive: true });
    return () => removeEventListener('scroll', record);
  }, [grid, width]);

  const last = useRef({ layout, width });
  useLayoutEffect(() => {
    // Hidden elements have no width.
    if (width === 0) return;
    const before = last.current;
    last.current = { layout, width };
    const element = grid.current;
    if (!element || !visible.current || before.width === 0 || before.width === width) return;
    // While the top of the page is visible, it is the anchor.
    if (visible.current.from <= 0) return;
    const middle = mapPosition(before.layout, layout, (visible.current.from + visible.current.to) / 2);
    const top = scrollY + element.getBoundingClientRect().top + middle - innerHeight / 2;
    scrollTo({ top, behavior: 'instant' });
  }, [grid, layout, width]);
  return null;
}

function visibleRangeOf(grid: HTMLElement): VisibleRange {
  const from = -grid.getBoundingClientRect().top;
  return { from, to: from + innerHeight };
}
