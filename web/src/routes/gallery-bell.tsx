import { useRef, useState } from 'react';
import { SUBSCRIBE_FAILED } from '../../../shared/said-offline.ts';
import { PushButton } from '../features/push/push-button.tsx';
import { toast } from '../ui/toast-store.ts';
import { GalleryPush, loadPush } from './gallery-parts.tsx';
import type { GalleryPushProps, PushState } from './gallery-push.tsx';

/**
 * The button for an event's news. Until somebody has allowed this site to tell them anything there is nothing to
 * know, and so the button stands alone; what it needs comes when it is wanted.
 */
export function GalleryBell(props: Pick<GalleryPushProps, 'event' | 'viewer' | 'gallery'>) {
  const [asked, setAsked] = useState<Promise<NotificationPermission>>();
  const [isAllowed] = useState(() => 'Notification' in window && Notification.permission === 'granted');
  const [state, setState] = useState<PushState>();
  const pressRef = useRef<() => void>(undefined);
  const onMissing = () => {
    // Nobody has pressed where it was wanted for the state of the button alone.
    if (asked) toast(SUBSCRIBE_FAILED, 'bad');
    setAsked(undefined);
  };
  return (
    <>
      <PushButton
        isEnabled={state?.isEnabled ?? false}
        icon={state?.icon}
        // Also while its code is on its way: a press then is not lost.
        isPending={state?.isPending ?? asked !== undefined}
        onPress={() => (pressRef.current ? pressRef.current() : setAsked(askPermission()))}
        onNear={() => void loadPush().catch(() => {})}
      />
      {(isAllowed || asked) && (
        <GalleryPush {...props} {...{ asked, pressRef, onMissing }} onChange={setState} />
      )}
    </>
  );
}

/** At once, while the press is fresh: browsers ask only upon one. */
async function askPermission(): Promise<NotificationPermission> {
  return 'Notification' in window ? Notification.requestPermission() : 'denied';
}
