/**
 * Does something once the page has been scrolled and the browser has a moment: for what somebody who looks around will
 * need next.
 * @returns takes it back
 */
export function onFirstScroll(run: () => void): () => void {
  const wait = () => {
    // Not every browser has it.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
    else setTimeout(run, 500);
  };
  addEventListener('scroll', wait, { once: true, passive: true });
  return () => removeEventListener('scroll', wait);
}
