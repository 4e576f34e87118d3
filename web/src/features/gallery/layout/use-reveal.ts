import { type FocusEvent, type RefObject, useState } from 'react';
import type { Box, Layout } from '../../../../../shared/rules/masonry.ts';

/** Scrolls a tile into view and focuses it. It is `revealed`, and has to be rendered, until it loses the focus. */
export function useReveal(grid: RefObject<HTMLElement | null>, layout: Layout) {
  const [revealed, setRevealed] = useState<number>();
  const reveal = (index: number) => {
    const box = layout.boxes[index];
    const element = grid.current;
    if (!box || !element) return;
    scrollTo({ top: scrollTopFor(box, element.getBoundingClientRect().top), behavior: 'instant' });
    setRevealed(index);
    focusOnceRendered(element, index, 60);
  };
  const onBlur = ({ target }: FocusEvent) => {
    if (target.closest(`[data-index="${revealed}"]`)) setRevealed(undefined);
  };
  return { revealed, reveal, onBlur };
}

/** The scroll position that brings a box into view; the current one if it is visible. */
function scrollTopFor(box: Box, gridTop: number): number {
  const top = gridTop + box.y;
  const isVisible = top >= 0 && top + box.height <= innerHeight;
  return isVisible ? scrollY : scrollY + top - (innerHeight - box.height) / 2;
}

/** The tile may not be rendered yet, which takes a slow phone a few frames. */
function focusOnceRendered(grid: HTMLElement, index: number, frames: number): void {
  requestAnimationFrame(() => {
    const link = grid.querySelector<HTMLElement>(`[data-index="${index}"] a`);
    if (link) link.focus({ preventScroll: true });
    else if (frames > 0) focusOnceRendered(grid, index, frames - 1);
  });
}
