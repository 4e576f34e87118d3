import { useQueryClient } from '@tanstack/react-query';
import BellOffIcon from 'lucide-react/icons/bell-off';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
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
  /** The button was pressed before anything was known: what the person answered to the browser's question. */
  asked: Promise<NotificationPermission> | undefined;
  /** What a press of the button does, once that is known. */
  pressRef: RefObject<(() => void) | undefined>;
  onChange: (state: NotificationState) => void;
  /** This code did not come. */
  onMissing: () => void;
};

/** How the button stands. */
export type NotificationState = {
  readonly isEnabled: boolean;
  readonly isPending: boolean;
  readonly icon: ReactNode;
};

/** Whether this browser is told of an event's notifications, for the button that says so. A stranger gives a name first, as for all else. */
export default function NotificationToggle(props: NotificationToggleProps) {
  const { event, viewer, gallery, asked, pressRef, onChange } = props;
  const eventId = event.id;
  const { isEnabled, isPending, ask, enable, disable } = useNotifications(eventId);
  const [isNaming, setNaming] = useState(false);
  useOpenedNotification(eventId, gallery.refresh);

  const begin = async (answer?: Promise<NotificationPermission>) => {
    // At once, while the press is fresh: browsers ask for permission only upon one.
    if (!(await ask(answer))) return;
    if (viewer.uploader === undefined) setNaming(true);
    else await enable({ person: viewer.uploader, guest: viewer.guest });
  };
  const isKnown = viewer.isKnown && isEnabled !== undefined;
  const isBegun = useRef(false);
  useEffect(() => {
    if (!asked || isBegun.current || !isKnown) return;
    isBegun.current = true;
    if (!isEnabled) void asked.then(() => begin(asked));
  });
  const isWaiting = isPending || (asked !== undefined && !isKnown);
  useEffect(() => {
    const icon = isEnabled ? <BellOffIcon /> : undefined;
    onChange({ isEnabled: isEnabled ?? false, isPending: isWaiting, icon });
  }, [onChange, isEnabled, isWaiting]);
  useLayoutEffect(() => {
    pressRef.current = isKnown ? () => void (isEnabled ? disable() : begin()) : undefined;
  });
  const enableAsGuest = () => {
    setNaming(false);
    const guest = readGuest();
    if (guest) void enable({ person: `guest:${guest.id}`, guest: guestFields(guest) });
  };
  return (
    isNaming && (
      <GuestNameDialog
        title="Notifications for Guests"
        description="No account needed. Give a name, and this browser is told of new photos."
        onClose={() => setNaming(false)}
        onRegistered={enableAsGuest}
      />
    )
  );
}

/** Who comes here by a notification sees what it told of: the worker says so to a page that was open already. */
function useOpenedNotification(eventId: string, refresh: Gallery['refresh']): void {
  const client = useQueryClient();
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (data !== 'news opened') return;
      void refresh(true).catch(() => {});
      void client.invalidateQueries({ queryKey: ['/api/events', eventId], exact: true });
    };
    // Private windows have push, but nothing that it could arrive at.
    const { serviceWorker } = navigator as Partial<Navigator>;
    serviceWorker?.addEventListener('message', onMessage);
    return () => serviceWorker?.removeEventListener('message', onMessage);
  }, [client, eventId, refresh]);
}
