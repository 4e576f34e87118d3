import type { KeyboardEvent } from 'react';

const TAB_STOPS = 'a[href], :is(button, input, select, textarea):not(:disabled), [tabindex], video[controls]';

/** Keeps Tab within a modal dialog. By default it also visits the browser's own controls. */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const dialog = event.currentTarget;
  const stops = [...dialog.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const focused = document.activeElement;
  // A focused dialog comes before its first stop.
  const isAtEdge = event.shiftKey ? focused === first || focused === dialog : focused === last;
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
