const KEY = 'reloaded_for';

/**
 * A page that was open while a release took away its old chunks cannot load the rest of itself: it is loaded anew, once.
 * A chunk that is missing because the network is says so where it was wanted, and a page without a network is left alone.
 */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => {
    reloadIfReleased().catch(() => {});
  });
}

async function reloadIfReleased(): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const now = await fetch('/', { cache: 'no-store' });
  if (!own || !now.ok || (await now.text()).includes(own)) return;
  if (sessionStorage.getItem(KEY) === location.href) return;
  sessionStorage.setItem(KEY, location.href);
  location.reload();
}
