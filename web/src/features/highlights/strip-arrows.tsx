import LeftIcon from 'lucide-react/icons/chevron-left';
import RightIcon from 'lucide-react/icons/chevron-right';
import { IconButton } from '../../ui/button.tsx';
import styles from './highlights-strip.module.css';

type StripArrowsProps = { isAtStart: boolean; isAtEnd: boolean; onStep: (by: -1 | 1) => void };

/** Scroll buttons for mouse users. */
export default function StripArrows({ isAtStart, isAtEnd, onStep }: StripArrowsProps) {
  return (
    <div className={styles.steps}>
      {/* Not `disabled`, which would drop the focus at the end. A step beyond the end does nothing. */}
      <IconButton label="Earlier highlights" aria-disabled={isAtStart} onClick={() => onStep(-1)}>
        <LeftIcon />
      </IconButton>
      <IconButton label="More highlights" aria-disabled={isAtEnd} onClick={() => onStep(1)}>
        <RightIcon />
      </IconButton>
    </div>
  );
}
