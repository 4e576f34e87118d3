import type { KeyboardEvent } from 'react';

const TAB_STOPS = 'a[href], :is(button, input, select, textarea):not(:disabled), [tabindex], video[controls]';

/** Tab goes round in a modal dialog. The browser alone would lead it out to its own buttons in between. */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const dialog = event.currentTarget;
  const stops = [...dialog.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const focused = document.activeElement;
  // Before the first one, where the dialog itself has the focus.
  const isAtEdge = event.shiftKey ? focused === first || focused === dialog : focused === last;
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
