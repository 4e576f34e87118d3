import LeftIcon from 'lucide-react/icons/chevron-left';
import RightIcon from 'lucide-react/icons/chevron-right';
import { IconButton } from '../../ui/button.tsx';
import styles from './highlights-strip.module.css';

type StripArrowsProps = { isAtStart: boolean; isAtEnd: boolean; onStep: (by: -1 | 1) => void };

/** For whoever has no finger to push the strip with. */
export default function StripArrows({ isAtStart, isAtEnd, onStep }: StripArrowsProps) {
  return (
    <div className={styles.steps}>
      {/* Not `disabled`: the focus would be gone once the end is reached. A step beyond it leads nowhere. */}
      <IconButton label="Earlier highlights" aria-disabled={isAtStart} onClick={() => onStep(-1)}>
        <LeftIcon />
      </IconButton>
      <IconButton label="More highlights" aria-disabled={isAtEnd} onClick={() => onStep(1)}>
        <RightIcon />
      </IconButton>
    </div>
  );
}
