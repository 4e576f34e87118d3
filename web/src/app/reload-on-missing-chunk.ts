const KEY = 'reloaded_for';

/**
 * A page that was open while a release took away its old chunks cannot load the rest of itself: load it
 * anew, but only once for the same page, since a chunk can also be missing because the network is.
 */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    try {
      if (sessionStorage.getItem(KEY) === location.href || !navigator.onLine) return;
      sessionStorage.setItem(KEY, location.href);
    } catch {
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
