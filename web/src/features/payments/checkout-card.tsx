import type { ReactNode } from 'react';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import styles from './checkout-card.module.css';

type CheckoutCardProps = {
  title: string;
  /** What is paid for; its line keeps its place while the name is on its way. */
  eventName?: string;
  /** Money, or what is to be said. */
  children?: ReactNode;
  /** What can be done now. */
  actions?: ReactNode;
  isBusy?: boolean;
};

/** A ticket stub: what is bought above the perforation, what happens below. */
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
