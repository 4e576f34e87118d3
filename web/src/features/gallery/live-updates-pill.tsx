import UpIcon from 'lucide-react/icons/arrow-up';
import styles from './live-updates-pill.module.css';

type LiveUpdatesPillProps = {
  /** Empty where there is nothing to tell. */
  label: string;
  onShow: () => void;
};

/** Tells of new photos above those that are looked at. The region is there before its words, so that they are read out. */
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
