import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  /** A small line drawing in `currentcolor`. */
  drawing?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Further paragraphs. */
  children?: ReactNode;
  action?: ReactNode;
  /** 1 if it is the page's only title. */
  level?: 1 | 2;
};

/** Says that there is nothing to show, and offers an action. */
export function EmptyState({ drawing, title, text, children, action, level = 2 }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles.empty}>
      {drawing && <div className={styles.drawing}>{drawing}</div>}
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {children}
      {action && <div className={styles.action}>{action}</div>}
    </section>
  );
}
