import BellIcon from 'lucide-react/icons/bell';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './notification-button.module.css';

type NotificationButtonProps = {
  isEnabled: boolean;
  isPending: boolean;
  onPress: () => void;
  /** Another picture than the bell. */
  icon?: ReactNode;
  /** A finger or a pointer comes near. */
  onNear?: () => void;
};

/** Turns an event's notifications on or off. A phone has room for the bell alone; it keeps its name. */
export function NotificationButton({
  isEnabled,
  isPending,
  icon = <BellIcon />,
  onPress,
  onNear,
}: NotificationButtonProps) {
  const label = isEnabled ? 'Disable Notifications' : 'Enable Notifications';
  return (
    <Button
      className={styles.button}
      pending={isPending}
      title={label}
      onClick={onPress}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {!isPending && icon}
      <span className={styles.label}>{label}</span>
    </Button>
  );
}
