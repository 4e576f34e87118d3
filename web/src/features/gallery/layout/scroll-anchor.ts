import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isAtTop } from '../../../lib/is-at-top.ts';
import { type Anchor, anchorAt, positionOf } from './anchor.ts';
import { type Arranged, idsOf, movedDown, type VisibleRange } from './moved-down.ts';

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
  /** What was brought to the middle of the screen, until the page is scrolled: a phone that is turned back shows the same again. */
  const held = useRef<{ anchor: Anchor; scrollY: number }>(undefined);
  useEffect(() => {
    const record = () => {
      const element = grid.current;
      // When a phone is turned, the browser scrolls before the tiles are laid out again: ignore that.
      if (element?.clientWidth !== width) return;
      visible.current = visibleRangeOf(element);
      if (held.current?.scrollY !== scrollY) held.current = undefined;
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
      // Where nothing moved, as after a vote, the same is held.
      if (keepItemInPlace(before, { sections, layout }, element)) held.current = undefined;
      return;
    }
    // While the top of the page is visible, it is the anchor.
    if (!visible.current || visible.current.from <= 0) return;
    const { from, to } = visible.current;
    const anchor = held.current?.anchor ?? anchorAt(before.layout, (from + to) / 2);
    const middle = anchor && positionOf(layout, anchor);
    if (!anchor || middle === undefined) return;
    const top = scrollY + element.getBoundingClientRect().top + middle - innerHeight / 2;
    scrollTo({ top, behavior: 'instant' });
    held.current = { anchor, scrollY };
  }, [grid, sections, layout, width]);
  return null;
}

/** Scrolls by what an item there has moved. @returns whether anything has moved, come, gone or changed its place */
function keepItemInPlace(before: Arranged, after: Arranged, grid: HTMLElement): boolean {
  // Whoever sees the top of the page, or has just been brought there, sees what is new there.
  const top = isAtTop() ? 0 : movedDown(before, after, visibleRangeOf(grid));
  if (top !== 0) scrollBy({ top, behavior: 'instant' });
  return top !== 0 || idsOf(before).join() !== idsOf(after).join();
}

function visibleRangeOf(grid: HTMLElement): VisibleRange {
  const from = -grid.getBoundingClientRect().top;
  return { from, to: from + innerHeight };
}
