import { useSyncExternalStore } from 'react';

const KEY = 'uploads_left';

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

/** The flag as a hook that follows other tabs, whose uploads this one takes over when they are closed. */
export function useMayHavePendingUploads(): boolean {
  return useSyncExternalStore(subscribeToStorage, mayHavePendingUploads, () => false);
}

function subscribeToStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Notes that files are stored which another page may have to send. */
export function setPendingUploadsFlag(): void {
  localStorage.setItem(KEY, '1');
}

/** Notes that no files are stored any more. */
export function clearPendingUploadsFlag(): void {
  localStorage.removeItem(KEY);
}
