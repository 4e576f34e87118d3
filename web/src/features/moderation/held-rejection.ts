import { useSyncExternalStore } from 'react';

/** How long Reject All can be undone before anything is sent. */
export const UNDO_MS = 10_000;

/** Everything that waits in an event is about to be rejected. */
export type HeldRejection = {
  readonly count: number;
  /** By the browser's clock. */
  readonly dueMs: number;
  readonly undo: () => void;
};

const heldByEvent = new Map<string, HeldRejection>();
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/**
 * Holds a rejection back until it cannot be undone any more, whatever page of the site is shown meanwhile.
 * @returns whether it may be sent: false if it was undone
 */
export function holdRejection(eventId: string, count: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isDue: boolean) => {
      clearTimeout(timer);
      heldByEvent.delete(eventId);
      tell();
      resolve(isDue);
    };
    const timer = setTimeout(() => end(true), UNDO_MS);
    heldByEvent.set(eventId, { count, dueMs: Date.now() + UNDO_MS, undo: () => end(false) });
    tell();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The rejection that can still be undone, if there is one. */
export const useHeldRejection = (eventId: string): HeldRejection | undefined =>
  useSyncExternalStore(subscribe, () => heldByEvent.get(eventId));
