import { useEffect, useState } from 'react';
import { toast } from '../../ui/toast-store.ts';
import { notificationToggle } from './browser-notification-toggle.ts';
import type { ToggleResult, Subscriber } from './notification-toggle.ts';

/** An event's notifications in this browser. `isEnabled` is undefined until that is known. */
export function useNotifications(eventId: string) {
  const [isEnabled, setEnabled] = useState<boolean>();
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void notificationToggle.isEnabled(eventId).then((is) => {
      if (isCurrent) setEnabled(is);
    });
    return () => {
      isCurrent = false;
    };
  }, [eventId]);

  /** Works while the button says so, and says what came of it. @returns false where it failed */
  const work = async (act: () => Promise<ToggleResult | undefined>): Promise<boolean> => {
    setPending(true);
    const switched = await act();
    setPending(false);
    if (!switched) return true;
    setEnabled(switched.isEnabled);
    toast(switched.toast, switched.isBad ? 'bad' : 'good');
    return !switched.isBad;
  };
  return {
    isEnabled,
    isPending,
    ask: (asked?: Promise<NotificationPermission>) => work(() => notificationToggle.ask(asked)),
    enable: (wish: Omit<Subscriber, 'eventId'>) =>
      work(() => notificationToggle.enable({ ...wish, eventId })),
    disable: () => work(() => notificationToggle.disable()),
  };
}
