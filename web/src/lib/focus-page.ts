/** A title has come: the focus that waited for it at the page's main part goes there. */
export function focusPageTitle(): void {
  if (document.activeElement?.id === 'main') focusPage();
}

/** Puts the focus on the page's title, which screen readers read out then, or on its main part as long as it has none. */
export function focusPage(): void {
  const start = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  if (!start) return;
  start.tabIndex = -1;
  start.focus({ preventScroll: true });
}
