import { useCallback, useRef, useState } from 'react';

/** How much of what is seen a step leads on by. */
const STEP = 0.8;

/** Follows how far a sideways list is scrolled, and leads it on. `follow` is the list's ref. */
export function useStripScroll() {
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState({ isLonger: false, isAtStart: true, isAtEnd: true });
  const onScroll = useCallback(() => {
    if (!list.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = list.current;
    const rest = scrollWidth - clientWidth;
    const next = { isLonger: rest > 1, isAtStart: scrollLeft <= 1, isAtEnd: scrollLeft >= rest - 1 };
    setPlace((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
  }, []);
  const follow = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      if (!element) return;
      // It reports once at the start, too.
      const observer = new ResizeObserver(onScroll);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [onScroll],
  );
  const step = (by: -1 | 1) => {
    list.current?.scrollBy({ left: by * STEP * list.current.clientWidth });
  };
  return { place, list, follow, onScroll, step };
}
