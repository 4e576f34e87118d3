import { useSyncExternalStore } from 'react';

const KEY = 'uploads_left';

/** Whether this page's queue has files: they may be in its memory alone. */
let hasOwn = false;

/**
 * Whether an earlier page may have left unfinished uploads. A flag in localStorage, so that pages without any need not
 * load the code that opens the database.
 */
export function mayHavePendingUploads(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether there may be uploads to show: this page's, or other tabs', which this one takes over when they are closed. */
export function useMayHaveUploads(): boolean {
  return useSyncExternalStore(subscribe, mayHaveUploads, () => false);
}

const mayHaveUploads = () => hasOwn || mayHavePendingUploads();

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Tells whether this page's queue has files, finished ones included. */
export function setHasOwnUploads(next: boolean): void {
  if (next === hasOwn) return;
  hasOwn = next;
  // As if another tab had stored something, which this one hears of in the same way.
  dispatchEvent(new Event('storage'));
}

/** Notes that files are stored which another page may have to send. */
export function setPendingUploadsFlag(): void {
  localStorage.setItem(KEY, '1');
}

/** Notes that no files are stored any more. */
export function clearPendingUploadsFlag(): void {
  localStorage.removeItem(KEY);
}
