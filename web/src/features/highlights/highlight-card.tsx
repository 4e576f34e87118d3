import { type CSSProperties, useId } from 'react';
import type { HighlightView } from '../../../../shared/contract/highlights.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './highlights-strip.module.css';
import { shortenReason } from './shorten-reason.ts';

type HighlightCardProps = {
  item: HighlightView;
  position: number;
  count: number;
  /** Called with the element that contains the picture. */
  onOpen: (frame: HTMLElement) => void;
  onBroken: () => void;
};

/** Aspect ratios beyond these are cropped, so that each card has room for its text and leaves some for others. */
const NARROWEST = 0.7;
const WIDEST = 1.7;

/** One picked photo and why it was picked. */
export function HighlightCard({ item, position, count, onOpen, onBroken }: HighlightCardProps) {
  const id = useId();
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, (item.width ?? 1) / (item.height ?? 1)));
  return (
    <li className={styles.card} style={{ '--ratio': ratio } as CSSProperties}>
      <button
        type="button"
        className={styles.frame}
        aria-label={`Highlight ${position} of ${count}`}
        aria-describedby={id}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        <Picture
          media={item}
          alt=""
          width={Math.round(360 * ratio)}
          isFirst={position <= 3}
          onBroken={onBroken}
        />
      </button>
      <p id={id} className={styles.reason}>
        {shortenReason(item.reason)}
      </p>
    </li>
  );
}
