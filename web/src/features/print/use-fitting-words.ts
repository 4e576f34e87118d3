import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const STEP = 0.96;
/** From here on it is better to break a long word. */
const SMALLEST_WHOLE = 0.4;
const SMALLEST = 0.2;

/** Sets `--fit` of a face's words, by which their sizes are multiplied: the largest with which all of them have room. */
function fit(words: HTMLElement): void {
  words.toggleAttribute('data-breaks', false);
  if (shrink(words, SMALLEST_WHOLE)) return;
  words.toggleAttribute('data-breaks', true);
  shrink(words, SMALLEST);
}

/** @returns whether all has room */
function shrink(words: HTMLElement, smallest: number): boolean {
  for (let scale = 1; scale >= smallest; scale *= STEP) {
    words.style.setProperty('--fit', scale.toFixed(3));
    if (words.scrollHeight <= words.clientHeight && words.scrollWidth <= words.clientWidth) return true;
  }
  return false;
}

/** For the element with a face's words, in its size on paper. */
export function useFittingWords(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) fit(ref.current);
  });
  useEffect(() => {
    const words = ref.current;
    if (!words) return undefined;
    const fitAgain = () => fit(words);
    // Other typefaces are wider, and other papers have other faces.
    document.fonts.addEventListener('loadingdone', fitAgain);
    const resized = new ResizeObserver(fitAgain);
    resized.observe(words);
    return () => {
      document.fonts.removeEventListener('loadingdone', fitAgain);
      resized.disconnect();
    };
  }, []);
  return ref;
}
