import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import BellOffIcon from 'lucide-react/icons/bell-off';
import { useEffect } from 'react';
import { changedElsewhere } from '../../changes/event-changes.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import { notificationToggle } from '../../features/notifications/browser-notification-toggle.ts';
import type { Subscriber, ToggleResult } from '../../features/notifications/notification-toggle.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import { useNextPerson } from '../../ui/use-next-person.ts';
import { userQuery } from '../../lib/use-session.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

// What the notifications button needs once notifications are allowed or it is pressed.

const GuestNameDialog = lazyDialog(() => import('../../features/guests/guest-name-dialog.tsx'));

/** Shown where a press disables. */
export const disableIcon = <BellOffIcon />;

/** What the button and its dialog are drawn from. */
export type ToggleState = {
  readonly isEnabled: boolean;
  /** Whether an anonymous viewer is asked for a name. */
  readonly isAskingName: boolean;
};

/** As this browser has saved it. */
export async function readToggle(eventId: string): Promise<ToggleState> {
  return { isEnabled: await notificationToggle.isEnabled(eventId), isAskingName: false };
}

type Press = {
  eventId: string;
  /** What the button said. */
  isEnabled: boolean;
  /** The pending permission prompt, if the button was pressed before this code was loaded. */
  answer: Promise<NotificationPermission> | undefined;
  viewer: Viewer;
  client: QueryClient;
};

/** Turns an event's notifications on or off. Anonymous viewers are asked for a name first. */
export async function pressToggle(press: Press): Promise<ToggleState> {
  const { eventId, answer } = press;
  if (press.isEnabled) return show(await notificationToggle.disable());
  // The button did not know yet.
  if (answer && (await notificationToggle.isEnabled(eventId))) return readToggle(eventId);
  // First, because browsers only show the permission prompt right after a user gesture.
  const refusal = await notificationToggle.requestPermission(answer);
  if (refusal) return show(refusal);
  const person = await personOf(press);
  if (!person) return { isEnabled: false, isAskingName: true };
  return show(await notificationToggle.enable({ ...person, eventId }));
}

/** Turns them on for the guest that the viewer has just become. */
export async function enableAsGuest(eventId: string): Promise<ToggleState> {
  const person = guestPerson();
  if (!person) return readToggle(eventId);
  return show(await notificationToggle.enable({ ...person, eventId }));
}

function show({ isEnabled, isBad, toast: text }: ToggleResult): ToggleState {
  toast(text, isBad ? 'bad' : 'good');
  return { isEnabled, isAskingName: false };
}

type Person = Omit<Subscriber, 'eventId'>;

/** Who has pressed; undefined for anonymous viewers. A press may come before it is known who is signed in. */
async function personOf({ viewer, client }: Press): Promise<Person | undefined> {
  if (viewer.isReady)
    return viewer.uploader === undefined ? undefined : { person: viewer.uploader, guest: viewer.guest };
  const user = await client.ensureQueryData(userQuery).catch(() => null);
  return user ? { person: `user:${user.id}`, guest: {} } : guestPerson();
}

function guestPerson(): Person | undefined {
  const guest = readGuest();
  return guest ? { person: `guest:${guest.id}`, guest: guestFields(guest) } : undefined;
}

type NotificationPartsProps = {
  eventId: string;
  gallery: Gallery;
  isAskingName: boolean;
  onState: (state: ToggleState) => void;
  /** Shows that a step is being taken, and what came of it. */
  take: (step: () => Promise<ToggleState>) => Promise<void>;
};

/**
 * The dialog that asks for a name. While it is there, the gallery follows opened notifications, and the button whose
 * notifications they are.
 */
export function NotificationParts(props: NotificationPartsProps) {
  const { eventId, gallery, isAskingName, onState, take } = props;
  useOpenedNotification(eventId, gallery.refresh);
  useNextPerson(() => void readToggle(eventId).then(onState));
  const stopAsking = () => onState({ isEnabled: false, isAskingName: false });
  return (
    isAskingName && (
      <GuestNameDialog
        title="Notifications for Guests"
        description="No account needed. Give a name, and this browser is told of new photos."
        onClose={stopAsking}
        onRegistered={() => {
          stopAsking();
          void take(() => enableAsGuest(eventId));
        }}
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
