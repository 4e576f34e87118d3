import { useCallback, useRef, useState } from 'react';

/** Fraction of the visible width that one step scrolls. */
const STEP = 0.8;

/** Tracks how far a horizontal list is scrolled, and scrolls it by steps. `listRef` is the list's ref callback. */
export function useStripScroll() {
  const list = useRef<HTMLUListElement>(null);
  const [scrollState, setScrollState] = useState({ isScrollable: false, isAtStart: true, isAtEnd: true });
  const onScroll = useCallback(() => {
    if (!list.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = list.current;
    const maxScrollLeft = scrollWidth - clientWidth;
    const next = {
      isScrollable: maxScrollLeft > 1,
      isAtStart: scrollLeft <= 1,
      isAtEnd: scrollLeft >= maxScrollLeft - 1,
    };
    setScrollState((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
  }, []);
  const listRef = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      if (!element) return;
      // Also fires once at the start.
      const observer = new ResizeObserver(onScroll);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [onScroll],
  );
  const step = (by: -1 | 1) => {
    list.current?.scrollBy({ left: by * STEP * list.current.clientWidth });
  };
  return { scrollState, list, listRef, onScroll, step };
}
