import type { ToastText } from '../../../shared/messages.ts';

/** Screen readers announce `bad` at once, and `good` at the next pause. */
export type ToastTone = 'good' | 'bad';
export type Toast = ToastText & { readonly id: number; readonly tone: ToastTone };

/** How long a toast is shown while the page is visible. */
export const TOAST_MS = 5000;
/** When a toast is removed even if the page was never visible. */
export const REMOVE_AFTER_MS = 1_000_000;

type Timers = {
  set: (run: () => void, ms: number) => unknown;
  clear: (timer: unknown) => void;
};

/** Visibility of the page: hidden behind another tab or on a locked phone. */
type Page = {
  isHidden: () => boolean;
  onVisible: (run: () => void) => void;
};

/**
 * Holds at most one toast; a new one replaces it and restarts the timer. A toast stays while the page is hidden, so that
 * one after a long upload in a pocket is not missed. Outlets register in the order they open, and only the last one shows
 * the toast, because an open dialog makes everything behind it inert.
 */
export function createToastStore(timers: Timers, page: Page) {
  const listeners = new Set<() => void>();
  const outlets: string[] = [];
  let current: Toast | null = null;
  let lastId = 0;
  let hideTimer: unknown;
  let removalTimer: unknown;

  const change = (next: Toast | null) => {
    timers.clear(hideTimer);
    timers.clear(removalTimer);
    current = next;
    if (next) {
      removalTimer = timers.set(() => change(null), REMOVE_AFTER_MS);
      startHideTimer();
    }
    for (const listener of listeners) listener();
  };
  const startHideTimer = () => {
    timers.clear(hideTimer);
    hideTimer = timers.set(() => page.isHidden() || change(null), TOAST_MS);
  };
  page.onVisible(() => current && startHideTimer());

  return {
    show: (text: ToastText, tone: ToastTone) => {
      lastId += 1;
      change({ ...text, tone, id: lastId });
    },
    dismiss: () => change(null),
    /** The toast that an outlet shows; null if another outlet is on top. */
    toastAt: (outlet: string) => (outlets.at(-1) === outlet ? current : null),
    /** Puts an outlet on top. @returns a function that removes it */
    open: (outlet: string) => {
      outlets.push(outlet);
      for (const listener of listeners) listener();
      return () => {
        outlets.splice(outlets.lastIndexOf(outlet), 1);
        for (const listener of listeners) listener();
      };
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const toastStore = createToastStore(
  {
    set: (run, ms) => setTimeout(run, ms),
    clear: (timer) => clearTimeout(timer as number | undefined),
  },
  {
    isHidden: () => document.hidden,
    // There is no document when the build prerenders the landing page.
    onVisible: (run) =>
      (globalThis as Partial<typeof globalThis>).document?.addEventListener('visibilitychange', () => {
        if (!document.hidden) run();
      }),
  },
);

/** Shows a toast for five seconds of visibility. Replaces the current one. */
export function toast(text: ToastText, tone: ToastTone = 'good'): void {
  toastStore.show(text, tone);
}
