import UpIcon from 'lucide-react/icons/arrow-up';
import styles from './news-pill.module.css';

type NewsPillProps = {
  /** Empty where there is nothing to tell. */
  words: string;
  onShow: () => void;
};

/** Tells of new photos above those that are looked at. The region is there before its words, so that they are read out. */
export function NewsPill({ words, onShow }: NewsPillProps) {
  return (
    <output className={styles.place} data-news>
      {words && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <UpIcon />
          {words}
        </button>
      )}
    </output>
  );
}
