import UpIcon from 'lucide-react/icons/arrow-up';
import styles from './live-updates-pill.module.css';

type LiveUpdatesPillProps = {
  /** Empty if there are no new photos. */
  label: string;
  onShow: () => void;
};

/** Announces new photos above the visible ones. The live region is rendered before its text, so that it is read out. */
export function LiveUpdatesPill({ label, onShow }: LiveUpdatesPillProps) {
  return (
    <output className={styles.place} data-news>
      {label && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <UpIcon />
          {label}
        </button>
      )}
    </output>
  );
}
