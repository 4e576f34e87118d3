/** Long enough for a slow phone to open what a tile grows into; then it is simply there. */
const PATIENCE_MS = 800;

/** The name that a tile and what it grows into share while one turns into the other. */
const NAME = 'shown';

/**
 * Opens something that a tile grows into, where the browser can show that and the person wants to see it.
 * @param open starts opening; its promise settles when what opens stands in the page
 */
export function growInto(tile: HTMLElement, open: () => Promise<void>): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) {
    void open();
    return;
  }
  tile.style.viewTransitionName = NAME;
  const transition = document.startViewTransition(async () => {
    tile.style.viewTransitionName = '';
    await Promise.race([open(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  });
  // Skipped where the page is hidden or another one follows: what opens is open all the same.
  for (const step of [transition.ready, transition.updateCallbackDone, transition.finished]) {
    step.catch(() => {});
  }
}
