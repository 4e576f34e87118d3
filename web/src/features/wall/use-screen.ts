import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/** How long a screen may be on its own after the browser has let go of it, as on low battery. */
const KEEP_ON_MS = 60_000;

/** Keeps the screen on while the page is seen. */
export function useScreenOn(): void {
  useEffect(() => {
    const left = new AbortController();
    let lock: WakeLockSentinel | undefined;
    const keepOn = async () => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return;
      const { wakeLock } = navigator as Partial<Navigator>;
      // It may be refused. Browsers let go of it whenever the page is hidden.
      const held = await wakeLock?.request('screen').catch(() => undefined);
      lock = held ?? lock;
      if (left.signal.aborted) void held?.release();
    };
    document.addEventListener('visibilitychange', () => void keepOn(), { signal: left.signal });
    const timer = setInterval(() => void keepOn(), KEEP_ON_MS);
    void keepOn();
    return () => {
      left.abort();
      clearInterval(timer);
      void lock?.release();
    };
  }, []);
}

/** Fills the screen if a link of the site led here, whose press browsers ask for. Leaves the full screen with the page. */
export function useFullScreen(): void {
  const isByLink = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    if (isByLink && navigator.userActivation?.isActive) {
      document.documentElement.requestFullscreen?.().catch(() => {});
    }
    return () => {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, [isByLink]);
}

/**
 * Makes all else of the page unreachable while an element covers it, and what appears meanwhile.
 * @param element within the page's `main`, or whatever stands beside the bars
 */
export function useAlone(element: RefObject<HTMLElement | null>): void {
  // All else can be reached again as soon as it is seen.
  useLayoutEffect(() => {
    const own = element.current?.closest('main');
    const around = own?.parentElement;
    if (!own || !around) return;
    const siblings = () => [...around.children].filter((child) => child !== own);
    const hide = () => {
      for (const sibling of siblings()) sibling.toggleAttribute('inert', true);
    };
    const observer = new MutationObserver(hide);
    observer.observe(around, { childList: true });
    hide();
    return () => {
      observer.disconnect();
      for (const sibling of siblings()) sibling.removeAttribute('inert');
    };
  }, [element]);
}

const STILL_MS = 3_000;

/** Whether nobody has moved the pointer, touched the screen or pressed a key for a while. */
export function useStillness(): boolean {
  const [isStill, setStill] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const move = () => {
      setStill(false);
      clearTimeout(timer);
      timer = setTimeout(() => setStill(true), STILL_MS);
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(type, move, { signal: left.signal });
    move();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, []);
  return isStill;
}
