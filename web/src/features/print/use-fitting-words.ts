import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Sizes to choose from, the largest first. Each step down is a twenty-fifth. */
const SCALES = Array.from({ length: 40 }, (_, step) => 0.96 ** step);
/** Below two fifths it is better to break a long word. */
const WHOLE_WORDS = SCALES.filter((scale) => scale >= 0.4);

/** Sets `--fit` of a face's words, by which their sizes are multiplied: the largest with which all of them have room. */
function fit(words: HTMLElement): void {
  words.toggleAttribute('data-breaks', false);
  if (shrink(words, WHOLE_WORDS)) return;
  words.toggleAttribute('data-breaks', true);
  shrink(words, SCALES);
}

/** Halves what is left to choose from, because each try lays the words out. @returns whether all has room */
function shrink(words: HTMLElement, scales: readonly number[]): boolean {
  if (hasRoom(words, scales[0])) return true;
  let [tooLarge, small] = [0, scales.length - 1];
  const has = hasRoom(words, scales[small]);
  while (has && small - tooLarge > 1) {
    const middle = Math.floor((tooLarge + small) / 2);
    if (hasRoom(words, scales[middle])) small = middle;
    else tooLarge = middle;
  }
  setScale(words, scales[small]);
  return has;
}

function hasRoom(words: HTMLElement, scale = 1): boolean {
  setScale(words, scale);
  return words.scrollHeight <= words.clientHeight && words.scrollWidth <= words.clientWidth;
}

const setScale = (words: HTMLElement, scale = 1): void => words.style.setProperty('--fit', scale.toFixed(3));

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
