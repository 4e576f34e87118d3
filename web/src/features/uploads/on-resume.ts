/**
 * Calls back when a retry is worthwhile: the network is back, or the page is visible again. A locked phone loses its
 * connections and pauses its timers.
 */
export function onResume(run: () => void): void {
  addEventListener('online', run);
  addEventListener('pageshow', run);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') run();
  });
}
