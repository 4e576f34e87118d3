import styles from './spinner.module.css';

/** A small spinner for buttons and list rows. Pages use skeletons. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
