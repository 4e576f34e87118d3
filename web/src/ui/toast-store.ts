import type { ToastText } from '../../../shared/messages.ts';

/** `bad` interrupts a screen reader, `good` waits for its pause. */
export type ToastTone = 'good' | 'bad';
export type Toast = ToastText & { readonly id: number; readonly tone: ToastTone };

/** How long a toast stays before somebody's eyes, and how long it waits for them. */
export const TOAST_MS = 5000;
export const REMOVED_AFTER_MS = 1_000_000;

type Timers = {
  set: (run: () => void, ms: number) => unknown;
  clear: (timer: unknown) => void;
};

/** Whether the page is looked at: not in a locked phone, nor behind another tab. */
type Page = {
  isHidden: () => boolean;
  onShown: (run: () => void) => void;
};

/**
 * Holds at most one toast; a new one takes its place and starts its own time. What nobody can have seen is still there
 * when the page is looked at again, as after a long upload in a pocket. Outlets register in the order
 * they open, and only the last one shows it: a toast below an open dialog would be dimmed and mute.
 */
export function createToastStore(timers: Timers, page: Page) {
  const listeners = new Set<() => void>();
  const outlets: string[] = [];
  let current: Toast | null = null;
  let lastId = 0;
  let leaving: unknown;
  let removal: unknown;

  const change = (next: Toast | null) => {
    timers.clear(leaving);
    timers.clear(removal);
    current = next;
    if (next) {
      removal = timers.set(() => change(null), REMOVED_AFTER_MS);
      stay();
    }
    for (const listener of listeners) listener();
  };
  const stay = () => {
    timers.clear(leaving);
    leaving = timers.set(() => page.isHidden() || change(null), TOAST_MS);
  };
  page.onShown(() => current && stay());

  return {
    show: (text: ToastText, tone: ToastTone) => {
      lastId += 1;
      change({ ...text, tone, id: lastId });
    },
    dismiss: () => change(null),
    /** What an outlet shows now: the toast, or null where another outlet is on top. */
    shownAt: (outlet: string) => (outlets.at(-1) === outlet ? current : null),
    /** Puts an outlet on top; answers how to take it away. */
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
    // The build draws the landing page without one.
    onShown: (run) =>
      (globalThis as Partial<typeof globalThis>).document?.addEventListener('visibilitychange', () => {
        if (!document.hidden) run();
      }),
  },
);

/** Shows a toast in place of any other, for five seconds in which the page is looked at. */
export function toast(text: ToastText, tone: ToastTone = 'good'): void {
  toastStore.show(text, tone);
}
