import { Suspense, useState } from 'react';
import { PushButton } from '../features/push/push-button.tsx';
import { GalleryPush, loadPush } from './gallery-parts.ts';
import type { GalleryPushProps } from './gallery-push.tsx';

/**
 * The button for an event's news. Until somebody has allowed this site to tell them anything there is nothing to
 * know, and so the button stands alone; what it needs comes when it is wanted.
 */
export function GalleryBell(props: Omit<GalleryPushProps, 'asked' | 'onAsk'>) {
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
  return (
    <Suspense fallback={standing}>
      {isWanted ? <GalleryPush {...props} asked={asked} onAsk={ask} /> : standing}
    </Suspense>
  );
}

/** At once, while the press is fresh: browsers ask only upon one. */
async function askPermission(): Promise<NotificationPermission> {
  return 'Notification' in window ? Notification.requestPermission() : 'denied';
}
