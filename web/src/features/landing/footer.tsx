import { Link } from 'react-router-dom';
import { SITE_NAME } from '../../../../shared/site.ts';
import { VERSION } from '../../../../shared/version.ts';
import { paths } from '../../lib/paths.ts';
import styles from './footer.module.css';

// '#' stands for pages that do not exist yet.
const groups = [
  {
    title: 'Product',
    links: [
      { label: 'Features', to: '#features' },
      { label: 'How It Works', to: '#how-it-works' },
      { label: 'Pricing', to: '#pricing' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: '#' },
      { label: 'Help', to: '#' },
      { label: 'Contact', to: '#' },
    ],
  },
];

/** Footer of the landing page. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <div className={styles.about}>
          <p className={styles.name}>{SITE_NAME}</p>
          <p>Shared photo and video galleries for events.</p>
        </div>
        {groups.map((group) => (
          <nav key={group.title} aria-label={group.title}>
            <h2>{group.title}</h2>
            {group.links.map(({ label, to }) => (
              <a key={label} href={to}>
                {label}
              </a>
            ))}
          </nav>
        ))}
        <nav aria-label="Legal">
          <h2>Legal</h2>
          <Link to={paths.privacy}>Privacy</Link>
          <Link to={paths.terms}>Terms</Link>
        </nav>
      </div>
      <p className={styles.version}>v{VERSION}</p>
    </footer>
  );
}
