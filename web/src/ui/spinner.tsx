import styles from './spinner.module.css';

/** A small turning ring for buttons and list rows; pages show the shape of what comes instead. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
