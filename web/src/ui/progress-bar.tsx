import styles from './progress-bar.module.css';

type ProgressBarProps = {
  label: string;
  /** 0 to 1; undefined while the total is unknown. */
  share: number | undefined;
};

export function ProgressBar({ label, share }: ProgressBarProps) {
  return <progress className={styles.bar} value={share} max={1} aria-label={label} />;
}
