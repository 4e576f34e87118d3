import styles from './progress-bar.module.css';

type ProgressBarProps = {
  label: string;
  /** 0 to 1; undefined until it is known how much there is to do. */
  share: number | undefined;
};

/** How much of something is done. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  return <progress className={styles.bar} value={share} max={1} aria-label={label} />;
}
