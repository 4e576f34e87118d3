/**
 * Calls back once the browser has nothing else to do.
 * @returns the function that cancels it
 */
export function whenIdle(run: () => void): () => void {
  // Not every browser has requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
