import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  /** A small line drawing in `currentcolor`. */
  drawing?: ReactNode;
  title: string;
  text?: ReactNode;
  /** What to do now. */
  action?: ReactNode;
  /** 1 where it is the page's only title. */
  level?: 1 | 2;
};

/** Nothing here yet, or nothing here for you: says so and offers what to do. */
export function EmptyState({ drawing, title, text, action, level = 2 }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles.empty}>
      {drawing && <div className={styles.drawing}>{drawing}</div>}
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </section>
  );
}
