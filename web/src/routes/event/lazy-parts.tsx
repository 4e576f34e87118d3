import { lazy } from 'react';
import { DIALOG_FAILED, UPLOAD_DIALOG_FAILED } from '../../../../shared/offline-messages.ts';
import { UPDATES_BEGIN_SECONDS } from '../../features/gallery/poll-times.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { asRegion } from '../../ui/region-boundary.tsx';
import { toast } from '../../ui/toast-store.ts';

// Parts of the event page that are loaded on demand. A part is `asRegion(lazyWithRetry())`: what fails to load or crashes
// leaves the rest usable. Within a region, `lazyWithRetry` alone. A dialog is a `lazyDialog`, unless its failure has a text of
// its own. React's `lazy`, whose failure takes the page with it and is final, is for what stands instead of the whole page.

export const EventError = lazy(() => import('../../features/events/event-error.tsx'));
export const EventHighlights = asRegion(
  lazyWithRetry(() => import('./highlights.tsx')),
  { region: 'highlights' },
);
export const PaymentWall = asRegion(
  lazyWithRetry(() => import('./payment-wall.tsx'), {
    // If the gallery is open, the wall only shows a message, which can be missed.
    failed: ({ isClosed }, retry) => isClosed && <LoadError what="way to pay" {...retry} />,
  }),
  { region: 'payment-wall' },
);
export const DownloadDialog = lazyDialog(() => import('../../features/downloads/download-dialog.tsx'));
export const ContributionsDialog = lazyDialog(() => import('./contributions.tsx'));
export const EventSelection = lazyWithRetry(() => import('./selection.tsx'), {
  onError: ({ selecting, onChange }) => {
    if (selecting) toast(DIALOG_FAILED, 'bad');
    onChange(false);
  },
});
export const EventOwnerTools = asRegion(
  lazyWithRetry(() => import('./owner-tools.tsx')),
  { region: 'owner-tools' },
);
export const EventUploads = asRegion(
  lazyWithRetry(() => import('./uploads.tsx'), {
    onError: ({ addMedia }) => {
      // Silent where nothing was pressed: the next visit resumes what was left.
      if (addMedia.dialog === undefined) return;
      toast(UPLOAD_DIALOG_FAILED, 'bad');
      addMedia.close();
    },
  }),
  {
    region: 'uploads',
    // It has no place on the page.
    fallback: null,
    onCrash: ({ addMedia }) => {
      toast(UPLOAD_DIALOG_FAILED, 'bad');
      // Draws what is left of it anew, and lets the next press of Add Media open it.
      addMedia.close();
    },
    resetKeys: ({ addMedia }) => [addMedia.dialog],
  },
);
/** One wait for all tries. */
let untilDue: Promise<unknown> | undefined;
export const EventLiveUpdates = asRegion(
  lazyWithRetry(async () => {
    untilDue ??= new Promise<unknown>((resolve) => {
      setTimeout(resolve, UPDATES_BEGIN_SECONDS * 1000);
      addEventListener('scroll', resolve, { once: true });
    });
    await untilDue;
    return import('./live-updates.tsx');
  }),
  { region: 'live-updates', fallback: null },
);
/** What the notifications button does, and draws beside itself. */
export const loadNotificationToggle = () => import('./notification-toggle.tsx');
