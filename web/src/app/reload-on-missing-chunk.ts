const KEY = 'reloaded_for';

/**
 * Reloads a page once when a release has removed the chunks that it still refers to. A chunk that fails because of the
 * network is reported where it was needed; that page is not reloaded.
 */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => {
    reloadAfterRelease().catch(() => {});
  });
}

async function reloadAfterRelease(): Promise<void> {
  const entryScript = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const response = await fetch('/', { cache: 'no-store' });
  if (!entryScript || !response.ok || (await response.text()).includes(entryScript)) return;
  if (sessionStorage.getItem(KEY) === location.href) return;
  sessionStorage.setItem(KEY, location.href);
  location.reload();
}
