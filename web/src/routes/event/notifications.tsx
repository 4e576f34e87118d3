import { useRef, useState } from 'react';
import { SUBSCRIBE_FAILED } from '../../../../shared/offline-messages.ts';
import { NotificationButton } from '../../features/notifications/notification-button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { NotificationToggle, loadNotificationToggle } from './lazy-parts.tsx';
import type { NotificationToggleProps, NotificationState } from './notification-toggle.tsx';

/**
 * The button for an event's notifications. Until somebody has allowed this site to tell them anything there is nothing to
 * know, and so the button stands alone; what it needs comes when it is wanted.
 */
export function EventNotifications(props: Pick<NotificationToggleProps, 'event' | 'viewer' | 'gallery'>) {
  const [asked, setAsked] = useState<Promise<NotificationPermission>>();
  const [isAllowed] = useState(() => 'Notification' in window && Notification.permission === 'granted');
  const [state, setState] = useState<NotificationState>();
  const pressRef = useRef<() => void>(undefined);
  const onMissing = () => {
    // Nobody has pressed where it was wanted for the state of the button alone.
    if (asked) toast(SUBSCRIBE_FAILED, 'bad');
    setAsked(undefined);
  };
  return (
    <>
      <NotificationButton
        isEnabled={state?.isEnabled ?? false}
        icon={state?.icon}
        // Also while its code is on its way: a press then is not lost.
        isPending={state?.isPending ?? asked !== undefined}
        onPress={() => (pressRef.current ? pressRef.current() : setAsked(askPermission()))}
        onNear={() => void loadNotificationToggle().catch(() => {})}
      />
      {(isAllowed || asked) && (
        <NotificationToggle {...props} {...{ asked, pressRef, onMissing }} onChange={setState} />
      )}
    </>
  );
}

/** At once, while the press is fresh: browsers ask only upon one. */
async function askPermission(): Promise<NotificationPermission> {
  return 'Notification' in window ? Notification.requestPermission() : 'denied';
}
