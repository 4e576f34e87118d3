import type { ToastText } from '../../../shared/messages.ts';

/** `bad` interrupts a screen reader, `good` waits for its pause. */
export type ToastTone = 'good' | 'bad';
export type Toast = ToastText & { readonly id: number; readonly tone: ToastTone };

/** How long a toast stays. */
export const TOAST_MS = 5000;

type Timers = {
  set: (run: () => void, ms: number) => unknown;
  clear: (timer: unknown) => void;
};

/**
 * Holds at most one toast; a new one takes its place and starts its own time. Outlets register in the order
 * they open, and only the last one shows it: a toast below an open dialog would be dimmed and mute.
 */
export function createToastStore(timers: Timers) {
  const listeners = new Set<() => void>();
  const outlets: string[] = [];
  let current: Toast | null = null;
  let lastId = 0;
  let timer: unknown;

  const change = (next: Toast | null) => {
    timers.clear(timer);
    current = next;
    if (next) timer = timers.set(() => change(null), TOAST_MS);
    for (const listener of listeners) listener();
  };

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

export const toastStore = createToastStore({
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as number | undefined),
});

/** Shows a toast of the catalogue for five seconds in place of any other. */
export function toast(text: ToastText, tone: ToastTone = 'good'): void {
  toastStore.show(text, tone);
}
