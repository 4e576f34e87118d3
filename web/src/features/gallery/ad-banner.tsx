import styles from './ad-banner.module.css';

/** Where advertisements of free events go. */
export function AdBanner() {
  return <p className={styles.banner}>Advertisement Space - Upgrade to Premium to remove ads</p>;
}
