// The offline page: reloads as soon as the site is reachable. Independent of the app's code.

/** Pauses between checks, because browsers do not always report that the network is back. */
const PAUSES_MS = [3000, 5000, 10_000, 20_000, 30_000];

const reload = (): void => location.reload();

/** Checks with growing pauses whether the site responds, and reloads only then: reloading in vain would flicker. */
function poll([pause = 30_000, ...rest]: readonly number[]): void {
  setTimeout(() => {
    if (document.hidden) return poll([pause, ...rest]);
    fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(reload, () => poll(rest));
  }, pause);
}

addEventListener('online', reload);
document.getElementById('again')?.addEventListener('click', reload);
// The flag of the upload queue: see features/uploads/pending-uploads-flag.ts.
if (localStorage.getItem('uploads_left') !== null) {
  document.getElementById('uploads')?.removeAttribute('hidden');
}
poll(PAUSES_MS);
