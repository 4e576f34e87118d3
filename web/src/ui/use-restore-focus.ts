import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { focusPage } from '../lib/focus-page.ts';

/**
 * Keeps the focus where a part of a page loses the control that has it, as a list does with an item that was decided on: it goes
 * to the item that comes into its place, else to the part itself, else to the page. Items are `li` with a `tabIndex`.
 * @returns props of the part
 */
export function useRestoreFocus() {
  const part = useRef<HTMLElement>(null);
  const last = useRef<{ element: HTMLElement; list: Element | null; at: number }>(undefined);

  useEffect(() => {
    const lost = last.current;
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return;
    last.current = undefined;
    const items = lost.list?.isConnected ? [...lost.list.children] : [];
    const next = items[Math.min(lost.at, items.length - 1)];
    const target = next instanceof HTMLElement ? next : part.current;
    if (target) target.focus();
    else focusPage();
  });

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    // A question about an item gives the focus back to it.
    if (part.current?.contains(target.closest('dialog'))) return;
    const item = target.closest('li');
    const list = item?.parentElement ?? null;
    last.current = { element: target, list, at: list ? [...list.children].indexOf(item as Element) : 0 };
  };
  const ref = useCallback((element: HTMLElement | null) => {
    part.current = element;
    return () => {
      part.current = null;
      // The whole part goes, with what has the focus.
      if (element?.contains(document.activeElement)) focusPage();
    };
  }, []);
  return { ref, tabIndex: -1, onFocus } as const;
}
