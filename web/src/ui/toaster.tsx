import CheckIcon from 'lucide-react/icons/check';
import AlertIcon from 'lucide-react/icons/circle-alert';
import CloseIcon from 'lucide-react/icons/x';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { toastStore } from './toast-store.ts';
import styles from './toaster.module.css';

/**
 * Shows toasts. There is one in the shell and one in every dialog, because everything outside an open modal dialog is
 * inert. The live regions are always rendered, or screen readers would not announce their changes.
 */
export function Toaster() {
  const outlet = useId();
  useEffect(() => toastStore.open(outlet), [outlet]);
  const toast = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.toastAt(outlet),
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
      <output className={styles.good}>{!isBad && card}</output>
      <div role="alert">{isBad && card}</div>
    </div>
  );
}
