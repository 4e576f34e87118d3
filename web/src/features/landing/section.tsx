import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type SectionProps = {
  /** The anchor that the bar leads to. */
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
};

/** One part of the landing page: a title, a sentence, and what it is about. */
export function Section({ id, title, lead, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
