import { useRef, useState, useSyncExternalStore } from 'react';
import { SUBSCRIBE_FAILED } from '../../../../shared/offline-messages.ts';
import { NotificationButton } from '../../features/notifications/notification-button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { NotificationToggle, loadNotificationToggle } from './lazy-parts.tsx';
import type { NotificationToggleProps, NotificationState } from './notification-toggle.tsx';
import styles from './gallery.module.css';

type EventNotificationsProps = Pick<NotificationToggleProps, 'event' | 'viewer' | 'gallery'>;

const subscribe = () => () => {};

/** The notifications button, where the browser has them. The server does not know, and keeps its place free. */
export function EventNotifications(props: EventNotificationsProps) {
  const hasPush = useSyncExternalStore(
    subscribe,
    () => 'PushManager' in window,
    () => undefined,
  );
  if (hasPush === false) return null;
  return <div className={styles.push}>{hasPush && <NotificationSwitch {...props} />}</div>;
}

/** The button. Its code is loaded once notifications are allowed or the button is pressed. */
function NotificationSwitch(props: EventNotificationsProps) {
  const [prompt, setPrompt] = useState<Promise<NotificationPermission>>();
  const [isAllowed] = useState(() => 'Notification' in window && Notification.permission === 'granted');
  const [state, setState] = useState<NotificationState>();
  const pressRef = useRef<() => void>(undefined);
  const onError = () => {
    // Silent if the code was only needed for the button's state.
    if (prompt) toast(SUBSCRIBE_FAILED, 'bad');
    setPrompt(undefined);
  };
  return (
    <>
      <NotificationButton
        isEnabled={state?.isEnabled ?? false}
        icon={state?.icon}
        // Also while the code is loading, because the press is handled afterwards.
        isPending={state?.isPending ?? prompt !== undefined}
        onPress={() => (pressRef.current ? pressRef.current() : setPrompt(askPermission()))}
        onNear={() => void loadNotificationToggle().catch(() => {})}
      />
      {(isAllowed || prompt) && (
        <NotificationToggle {...props} {...{ prompt, pressRef, onError }} onChange={setState} />
      )}
    </>
  );
}

/** Must be called in the press handler: browsers only show the prompt right after a user gesture. */
async function askPermission(): Promise<NotificationPermission> {
  return 'Notification' in window ? Notification.requestPermission() : 'denied';
}
