import type { ReactNode } from 'react';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import styles from './checkout-card.module.css';

type CheckoutCardProps = {
  title: string;
  /** Its line is reserved while the name is loading. */
  eventName?: string;
  /** The price or a message. */
  children?: ReactNode;
  actions?: ReactNode;
  isBusy?: boolean;
};

/** A card like a ticket stub: the event above the perforation, the payment's state below. */
export function CheckoutCard({ title, eventName, children, actions, isBusy = false }: CheckoutCardProps) {
  const focusProps = useRestoreFocus();
  return (
    <section {...focusProps} className={styles.card} aria-busy={isBusy} aria-live="polite">
      <p className={styles.name}>{eventName}</p>
      <h1>{title}</h1>
      <div className={styles.told}>{children}</div>
      {isBusy && <span className={styles.bar} aria-hidden="true" />}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
