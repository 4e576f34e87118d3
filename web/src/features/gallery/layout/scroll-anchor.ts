import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isAtTop } from '../../../lib/is-at-top.ts';
import { mapPosition } from './map-position.ts';
import { type Arranged, movedDown, type VisibleRange } from './moved-down.ts';

type ScrollAnchorProps = Arranged & {
  grid: RefObject<HTMLElement | null>;
  /** The width that the layout was computed for. */
  width: number;
};

/**
 * Keeps what one looks at in place: the middle of the screen when tiles change their width, as when a phone is turned or a window
 * resized, and an item there when tiles above it change their height, come or go. Renders nothing.
 */
export default function ScrollAnchor({ grid, sections, layout, width }: ScrollAnchorProps) {
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

  const last = useRef({ sections, layout, width });
  useLayoutEffect(() => {
    // Hidden elements have no width.
    if (width === 0) return;
    const before = last.current;
    last.current = { sections, layout, width };
    const element = grid.current;
    if (!element || before.layout === layout || before.width === 0) return;
    if (before.width === width) {
      // Whoever sees the top of the page, or has just been brought there, sees what is new there.
      const top = isAtTop() ? 0 : movedDown(before, { sections, layout }, visibleRangeOf(element));
      if (top !== 0) scrollBy({ top, behavior: 'instant' });
      return;
    }
    // While the top of the page is visible, it is the anchor.
    if (!visible.current || visible.current.from <= 0) return;
    const middle = mapPosition(before.layout, layout, (visible.current.from + visible.current.to) / 2);
    const top = scrollY + element.getBoundingClientRect().top + middle - innerHeight / 2;
    scrollTo({ top, behavior: 'instant' });
  }, [grid, sections, layout, width]);
  return null;
}

function visibleRangeOf(grid: HTMLElement): VisibleRange {
  const from = -grid.getBoundingClientRect().top;
  return { from, to: from + innerHeight };
}
