import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { focusPage } from '../lib/focus-page.ts';

/**
 * Restores the focus when the focused element is removed, as from a list whose item was decided on: to the item that
 * takes its place, else to the container, else to the page. Items are `li` elements with a `tabIndex`.
 * @returns props of the container
 */
export function useRestoreFocus() {
  const container = useRef<HTMLElement>(null);
  const lastFocus = useRef<{ element: HTMLElement; list: Element | null; index: number }>(undefined);

  useEffect(() => {
    const lost = lastFocus.current;
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return;
    lastFocus.current = undefined;
    const items = lost.list?.isConnected ? [...lost.list.children] : [];
    const next = items[Math.min(lost.index, items.length - 1)];
    const target = next instanceof HTMLElement ? next : container.current;
    if (target) target.focus();
    else focusPage();
  });

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    // A dialog about an item restores the focus itself.
    if (container.current?.contains(target.closest('dialog'))) return;
    const item = target.closest('li');
    const list = item?.parentElement ?? null;
    lastFocus.current = {
      element: target,
      list,
      index: list ? [...list.children].indexOf(item as Element) : 0,
    };
  };
  const ref = useCallback((element: HTMLElement | null) => {
    container.current = element;
    return () => {
      container.current = null;
      // The whole container is removed with the focus in it.
      if (element?.contains(document.activeElement)) focusPage();
    };
  }, []);
  return { ref, tabIndex: -1, onFocus } as const;
}
