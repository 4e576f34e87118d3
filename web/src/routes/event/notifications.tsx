import { useSyncExternalStore } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import { NotificationButton } from '../../features/notifications/notification-button.tsx';
import { RegionBoundary } from '../../ui/region-boundary.tsx';
import { loadNotificationToggle } from './lazy-parts.tsx';
import { useNotifications } from './use-notifications.ts';
import styles from './gallery.module.css';

type EventNotificationsProps = { event: EventView; viewer: Viewer; gallery: Gallery };

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

/** The button, and what its code has beside it once that is loaded. */
function NotificationSwitch({ event: { id: eventId }, viewer, gallery }: EventNotificationsProps) {
  const toggle = useNotifications(eventId, viewer);
  const { code, isEnabled, isPending } = toggle;
  return (
    <>
      <NotificationButton
        {...{ isEnabled, isPending }}
        icon={isEnabled ? code?.disableIcon : undefined}
        onPress={toggle.press}
        onNear={() => void loadNotificationToggle().catch(() => {})}
      />
      {code && (
        <RegionBoundary region="notifications" fallback={null}>
          <code.NotificationParts {...{ eventId, gallery }} {...toggle} />
        </RegionBoundary>
      )}
    </>
  );
}
