import { ADVERTISEMENT } from '../../../../shared/advertisement-messages.ts';
import styles from './ad-banner.module.css';

/** Ad space above a gallery. */
export function AdBanner() {
  return <p className={styles.banner}>{ADVERTISEMENT}</p>;
}
