/** Moves the focus from the main region to the title, once that is rendered. */
export function focusPageTitle(): void {
  if (document.activeElement?.id === 'main') focusPage();
}

/** Focuses the page's title, which screen readers then announce, or its main region while there is no title. */
export function focusPage(): void {
  const start = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  if (!start) return;
  start.tabIndex = -1;
  start.focus({ preventScroll: true });
}
