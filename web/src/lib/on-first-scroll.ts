/**
 * Calls back when the browser is idle after the first scroll, to preload what a user who looks around will need next.
 * @returns the unsubscribe function
 */
export function onFirstScroll(run: () => void): () => void {
  const schedule = () => {
    // Not every browser has requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
    else setTimeout(run, 500);
  };
  addEventListener('scroll', schedule, { once: true, passive: true });
  return () => removeEventListener('scroll', schedule);
}
