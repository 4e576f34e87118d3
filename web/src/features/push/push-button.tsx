import BellIcon from 'lucide-react/icons/bell';
import BellOffIcon from 'lucide-react/icons/bell-off';
import { Button } from '../../ui/button.tsx';
import styles from './push-button.module.css';

type PushButtonProps = {
  isEnabled: boolean;
  isPending: boolean;
  onPress: () => void;
  /** A finger or a pointer comes near. */
  onNear?: () => void;
};

/** Turns an event's news on or off. A phone has room for the bell alone; it keeps its name. */
export function PushButton({ isEnabled, isPending, onPress, onNear }: PushButtonProps) {
  const label = isEnabled ? 'Disable Notifications' : 'Enable Notifications';
  const Icon = isEnabled ? BellOffIcon : BellIcon;
  return (
    <Button
      className={styles.button}
      pending={isPending}
      title={label}
      onClick={onPress}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {!isPending && <Icon />}
      <span className={styles.label}>{label}</span>
    </Button>
  );
}
