/**
 * What browsers and Vite say when a chunk or its styles do not arrive. There is no error class for it; the words are those of
 * Chromium, Firefox, WebKit, and Vite's `__vitePreload`.
 */
const LOAD_FAILURE =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/;

/** Whether code could not be loaded, rather than failed to run. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && LOAD_FAILURE.test(error.message);
}
