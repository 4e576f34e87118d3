import { useSyncExternalStore } from 'react';
import styles from './shell.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Tells that the device is offline. The live region is rendered before its text, so that screen readers announce it. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output>
      {!isOnline && <p className={styles.offline}>You are offline. What you see here stays.</p>}
    </output>
  );
}
