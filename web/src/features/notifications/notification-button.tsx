import BellIcon from 'lucide-react/icons/bell';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './notification-button.module.css';

type NotificationButtonProps = {
  isEnabled: boolean;
  isPending: boolean;
  onPress: () => void;
  /** Replaces the bell. */
  icon?: ReactNode;
  /** Called on hover or focus, to preload. */
  onNear?: () => void;
};

/** Turns an event's notifications on or off. On phones the label is visually hidden. */
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
