/**
 * Calls back when it is worth trying again: the network is there, or the page is looked at again. A phone that was
 * locked has lost its connections, and its pauses are from before.
 */
export function onResume(run: () => void): void {
  addEventListener('online', run);
  addEventListener('pageshow', run);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') run();
  });
}
