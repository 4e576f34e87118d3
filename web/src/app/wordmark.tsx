import styles from './nav-bar.module.css';

/** The logo, two overlapping prints, with the name. */
export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
        <rect
          x="3"
          y="5"
          width="15"
          height="18"
          rx="2.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          transform="rotate(-9 10 14)"
        />
        <rect
          x="10"
          y="5"
          width="15"
          height="18"
          rx="2.5"
          className={styles.print}
          transform="rotate(7 17 14)"
        />
        <circle cx="17.4" cy="13.4" r="3.4" className={styles.lens} />
      </svg>
      Gatherlens
    </span>
  );
}
