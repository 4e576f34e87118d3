import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SUBSCRIBE_FAILED } from '../../../../shared/offline-messages.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { toast } from '../../ui/toast-store.ts';
import { loadNotificationToggle } from './lazy-parts.tsx';
import type { ToggleState } from './notification-toggle.tsx';

type NotificationCode = Awaited<ReturnType<typeof loadNotificationToggle>>;

/**
 * An event's notifications in this browser, and what presses do. The code is loaded once notifications are allowed or the
 * button is pressed.
 */
export function useNotifications(eventId: string, viewer: Viewer) {
  const client = useQueryClient();
  const { isReady } = viewer;
  const [code, setCode] = useState<NotificationCode>();
  const [state, setState] = useState<ToggleState>();
  const [isPending, setPending] = useState(false);

  useEffect(() => {
    if (!isReady || !('Notification' in window) || Notification.permission !== 'granted') return undefined;
    let isCurrent = true;
    const read = async () => {
      const loaded = await loadNotificationToggle();
      const saved = await loaded.readToggle(eventId);
      if (!isCurrent) return;
      setCode(loaded);
      // What a press has led to meanwhile is newer.
      setState((known) => known ?? saved);
    };
    // Nobody has pressed anything, and the next press loads the code again.
    read().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [eventId, isReady]);

  const load = async () => {
    const loaded = await loadNotificationToggle();
    setCode(loaded);
    return loaded;
  };
  /** Takes a step with the button pending, also while the code is loading. Loaded code begins within the press. */
  const take = async (step: (loaded: NotificationCode) => Promise<ToggleState>) => {
    setPending(true);
    try {
      setState(await (code ? step(code) : load().then(step)));
    } catch {
      toast(SUBSCRIBE_FAILED, 'bad');
    }
    setPending(false);
  };
  const isEnabled = state?.isEnabled ?? false;
  return {
    code,
    isEnabled,
    isPending,
    isAskingName: state?.isAskingName ?? false,
    take,
    onState: setState,
    press: () => {
      const answer = code ? undefined : askPermission();
      void take(({ pressToggle }) => pressToggle({ eventId, isEnabled, answer, viewer, client }));
    },
  };
}

/** Must be called in the press handler: browsers only show the prompt right after a user gesture. */
async function askPermission(): Promise<NotificationPermission> {
  return 'Notification' in window ? Notification.requestPermission() : 'denied';
}
