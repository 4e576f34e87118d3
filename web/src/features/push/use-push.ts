import { useEffect, useState } from 'react';
import { toast } from '../../ui/toast-store.ts';
import { pushSwitch } from './browser-switch.ts';
import type { Switched, Wish } from './push-switch.ts';

/** An event's news in this browser. `isEnabled` is undefined until that is known. */
export function usePush(eventId: string) {
  const [isEnabled, setEnabled] = useState<boolean>();
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void pushSwitch.isEnabled(eventId).then((is) => {
      if (isCurrent) setEnabled(is);
    });
    return () => {
      isCurrent = false;
    };
  }, [eventId]);

  /** Works while the button says so, and says what came of it. @returns false where it failed */
  const work = async (act: () => Promise<Switched | undefined>): Promise<boolean> => {
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
    ask: (asked?: Promise<NotificationPermission>) => work(() => pushSwitch.ask(asked)),
    enable: (wish: Omit<Wish, 'eventId'>) => work(() => pushSwitch.enable({ ...wish, eventId })),
    disable: () => work(() => pushSwitch.disable()),
  };
}
