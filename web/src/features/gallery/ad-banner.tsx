import { ADVERTISEMENT } from '../../../../shared/advertisement.ts';
import styles from './ad-banner.module.css';

/** Where advertisements of free events go. */
export function AdBanner() {
  return <p className={styles.banner}>{ADVERTISEMENT}</p>;
}
