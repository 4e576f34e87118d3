import { useQueryClient } from '@tanstack/react-query';
import BellOffIcon from 'lucide-react/icons/bell-off';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { changedElsewhere } from '../../changes/event-changes.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import { useNotifications } from '../../features/notifications/use-notifications.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { Viewer } from '../../features/events/use-viewer.ts';

const GuestNameDialog = lazyDialog(() => import('../../features/guests/guest-name-dialog.tsx'));

export type NotificationToggleProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  /** The pending permission prompt, if the button was pressed before this code was loaded. */
  prompt: Promise<NotificationPermission> | undefined;
  /** Set to the button's action once the state is known. */
  pressRef: RefObject<(() => void) | undefined>;
  onChange: (state: NotificationState) => void;
  /** Called if this code fails to load. */
  onError: () => void;
};

/** State of the button. */
export type NotificationState = {
  readonly isEnabled: boolean;
  readonly isPending: boolean;
  readonly icon: ReactNode;
};

/** The logic behind the notifications button. Anonymous visitors register as a guest first. */
export default function NotificationToggle(props: NotificationToggleProps) {
  const { event, viewer, gallery, prompt, pressRef, onChange } = props;
  const eventId = event.id;
  const { isEnabled, isPending, requestPermission, enable, disable } = useNotifications(eventId);
  const [isAskingName, setAskingName] = useState(false);
  useOpenedNotification(eventId, gallery.refresh);

  const startEnabling = async (answer?: Promise<NotificationPermission>) => {
    // First, because browsers only show the permission prompt right after a user gesture.
    if (!(await requestPermission(answer))) return;
    if (viewer.uploader === undefined) setAskingName(true);
    else await enable({ person: viewer.uploader, guest: viewer.guest });
  };
  const isKnown = viewer.isReady && isEnabled !== undefined;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!prompt || hasStarted.current || !isKnown) return;
    hasStarted.current = true;
    if (!isEnabled) void prompt.then(() => startEnabling(prompt));
  });
  const isBusy = isPending || (prompt !== undefined && !isKnown);
  useEffect(() => {
    const icon = isEnabled ? <BellOffIcon /> : undefined;
    onChange({ isEnabled: isEnabled ?? false, isPending: isBusy, icon });
  }, [onChange, isEnabled, isBusy]);
  useLayoutEffect(() => {
    pressRef.current = isKnown ? () => void (isEnabled ? disable() : startEnabling()) : undefined;
  });
  const enableAsGuest = () => {
    setAskingName(false);
    const guest = readGuest();
    if (guest) void enable({ person: `guest:${guest.id}`, guest: guestFields(guest) });
  };
  return (
    isAskingName && (
      <GuestNameDialog
        title="Notifications for Guests"
        description="No account needed. Give a name, and this browser is told of new photos."
        onClose={() => setAskingName(false)}
        onRegistered={enableAsGuest}
      />
    )
  );
}

/** Refreshes the gallery when the service worker reports that a notification was opened while this page was open. */
function useOpenedNotification(eventId: string, refresh: Gallery['refresh']): void {
  const client = useQueryClient();
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (data !== 'news opened') return;
      void refresh(true).catch(() => {});
      changedElsewhere(client, eventId);
    };
    // Private windows may have PushManager without a service worker.
    const { serviceWorker } = navigator as Partial<Navigator>;
    serviceWorker?.addEventListener('message', onMessage);
    return () => serviceWorker?.removeEventListener('message', onMessage);
  }, [client, eventId, refresh]);
}
