import { useState } from 'react';
import { SUBSCRIBE_FAILED } from '../../../shared/dialogs-failed.ts';
import { PushButton } from '../features/push/push-button.tsx';
import { GalleryPush, loadPush } from './gallery-parts.tsx';
import { toast } from '../ui/toast-store.ts';
import type { GalleryPushProps } from './gallery-push.tsx';

/**
 * The button for an event's news. Until somebody has allowed this site to tell them anything there is nothing to
 * know, and so the button stands alone; what it needs comes when it is wanted.
 */
export function GalleryBell(props: Pick<GalleryPushProps, 'event' | 'viewer' | 'gallery'>) {
  const [asked, setAsked] = useState<Promise<NotificationPermission>>();
  const [isAllowed] = useState(() => 'Notification' in window && Notification.permission === 'granted');
  const isWanted = isAllowed || asked !== undefined;
  const ask = () => setAsked(askPermission());
  const standing = (
    <PushButton
      isEnabled={false}
      // Also while its code is on its way: a press then is not lost.
      isPending={asked !== undefined}
      onPress={ask}
      onNear={() => void loadPush().catch(() => {})}
    />
  );
  const onMissing = () => {
    // Nobody has pressed where it was wanted for the state of the button alone.
    if (asked) toast(SUBSCRIBE_FAILED, 'bad');
    setAsked(undefined);
  };
  return isWanted ? <GalleryPush {...props} {...{ asked, standing, onMissing }} onAsk={ask} /> : standing;
}

/** At once, while the press is fresh: browsers ask only upon one. */
async function askPermission(): Promise<NotificationPermission> {
  return 'Notification' in window ? Notification.requestPermission() : 'denied';
}
