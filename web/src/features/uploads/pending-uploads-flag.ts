import { useSyncExternalStore } from 'react';

const KEY = 'uploads_left';

/**
 * Whether an earlier page may have left unfinished uploads. A word in localStorage, so that a page without
 * any need not load the code that opens the database.
 */
export function mayHavePendingUploads(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** The same as a hook that hears of other tabs: what one keeps, the others may have to send when it is closed. */
export function useMayHavePendingUploads(): boolean {
  return useSyncExternalStore(followStorage, mayHavePendingUploads);
}

function followStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Notes that files are kept which another page may have to send. */
export function setPendingUploadsFlag(): void {
  localStorage.setItem(KEY, '1');
}

/** Notes that none are kept any more. */
export function clearPendingUploadsFlag(): void {
  localStorage.removeItem(KEY);
}
