// The offline page: opens the page that was asked for as soon as that works. No code of the application is here.

/** Between two looks; a browser does not always say when there is a network again. */
const PAUSES_MS = [3000, 5000, 10_000, 20_000, 30_000];

const reload = (): void => location.reload();

/** Looks with growing pauses whether the site answers, and only then loads: a page that reloads blinks. */
function watch([pause = 30_000, ...rest]: readonly number[]): void {
  setTimeout(() => {
    if (document.hidden) return watch([pause, ...rest]);
    fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(reload, () => watch(rest));
  }, pause);
}

addEventListener('online', reload);
document.getElementById('again')?.addEventListener('click', reload);
// As the application's own upload queue notes it: see features/uploads/pending-uploads-flag.ts.
if (localStorage.getItem('uploads_left') !== null) {
  document.getElementById('uploads')?.removeAttribute('hidden');
}
watch(PAUSES_MS);
