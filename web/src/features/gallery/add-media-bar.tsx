import PlusIcon from 'lucide-react/icons/plus';
import { Button } from '../../ui/button.tsx';
import styles from './add-media-bar.module.css';

type AddMediaBarProps = {
  /** What pressing it will mean, like 'Upload as guest'. */
  hint: string;
  isPending: boolean;
  /** Something else is the next thing to do. */
  isSecond: boolean;
  onPress: () => void;
  /** Loads what pressing needs, ahead of the press. */
  onNear: () => void;
};

/** The one thing to do on an event: at the bottom of a phone's screen always, in the header elsewhere. */
export function AddMediaBar({ hint, isPending, isSecond, onPress, onNear }: AddMediaBarProps) {
  return (
    <div className={styles.bar} data-bottom-bar>
      <Button
        variant={isSecond ? 'plain' : 'primary'}
        className={styles.button}
        pending={isPending}
        title={hint || undefined}
        onClick={onPress}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {!isPending && <PlusIcon />}
        Add Media
      </Button>
    </div>
  );
}
