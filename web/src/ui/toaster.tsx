import CheckIcon from 'lucide-react/icons/check';
import AlertIcon from 'lucide-react/icons/circle-alert';
import CloseIcon from 'lucide-react/icons/x';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { toastStore } from './toast-store.ts';
import styles from './toaster.module.css';

/**
 * Where toasts appear: once in the shell, and once in every dialog, because what lies outside an open modal
 * dialog is neither seen nor read aloud. The live regions stand there from the start, as they must to be read.
 */
export function Toaster() {
  const outlet = useId();
  useEffect(() => toastStore.open(outlet), [outlet]);
  const toast = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.shownAt(outlet),
    () => undefined,
  );
  const isBad = toast?.tone === 'bad';
  const card = toast && (
    <div key={toast.id} className={styles.toast} data-tone={toast.tone}>
      {isBad ? <AlertIcon /> : <CheckIcon />}
      <div className={styles.words}>
        <strong>{toast.title}</strong>
        {toast.text && <p>{toast.text}</p>}
      </div>
      <IconButton label="Dismiss" onClick={toastStore.dismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  );
  return (
    <div className={styles.place}>
      <output>{!isBad && card}</output>
      <div role="alert">{isBad && card}</div>
    </div>
  );
}
