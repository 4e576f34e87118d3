import LeftIcon from 'lucide-react/icons/chevron-left';
import RightIcon from 'lucide-react/icons/chevron-right';
import { IconButton } from '../../ui/button.tsx';
import styles from './highlights.module.css';

type StripStepsProps = { isAtStart: boolean; isAtEnd: boolean; onStep: (by: -1 | 1) => void };

/** For whoever has no finger to push the strip with. */
export default function StripSteps({ isAtStart, isAtEnd, onStep }: StripStepsProps) {
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
