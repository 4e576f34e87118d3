import { ADVERTISEMENT } from '../../../../shared/advertisement.ts';
import styles from './ad-banner.module.css';

/** Ad space of free events. */
export function AdBanner() {
  return <p className={styles.banner}>{ADVERTISEMENT}</p>;
}
