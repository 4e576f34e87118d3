import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type SectionProps = {
  /** Anchor for the navigation links. */
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
};

/** A section of the landing page with title and lead. */
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
