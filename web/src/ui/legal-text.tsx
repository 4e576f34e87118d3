import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import styles from './legal-text.module.css';

/** Layout of the legal pages. */
export function LegalText({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <article className={styles.text}>
      <h1>{title}</h1>
      {children}
      <Link to={paths.home}>Go Home</Link>
    </article>
  );
}
