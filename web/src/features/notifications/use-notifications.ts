import { useEffect, useState } from 'react';
import { toast } from '../../ui/toast-store.ts';
import { notificationToggle } from './browser-notification-toggle.ts';
import type { ToggleResult, Subscriber } from './notification-toggle.ts';

/** An event's notifications in this browser. `isEnabled` is undefined while unknown. */
export function useNotifications(eventId: string) {
  const [isEnabled, setEnabled] = useState<boolean>();
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void notificationToggle.isEnabled(eventId).then((isOn) => {
      if (isCurrent) setEnabled(isOn);
    });
    return () => {
      isCurrent = false;
    };
  }, [eventId]);

  /** Runs an action with the button pending, and shows its toast. @returns whether it succeeded */
  const run = async (action: () => Promise<ToggleResult | undefined>): Promise<boolean> => {
    setPending(true);
    const result = await action();
    setPending(false);
    if (!result) return true;
    setEnabled(result.isEnabled);
    toast(result.toast, result.isBad ? 'bad' : 'good');
    return !result.isBad;
  };
  return {
    isEnabled,
    isPending,
    requestPermission: (pendingAnswer?: Promise<NotificationPermission>) =>
      run(() => notificationToggle.requestPermission(pendingAnswer)),
    enable: (subscriber: Omit<Subscriber, 'eventId'>) =>
      run(() => notificationToggle.enable({ ...subscriber, eventId })),
    disable: () => run(() => notificationToggle.disable()),
  };
}
