import { lazy } from 'react';
import { LIVE_UPDATES_INTERVAL_SECONDS } from '../../features/gallery/live-updates-interval.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

// Parts of the event page that are loaded on demand.

export const EventError = lazy(() => import('../../features/events/event-error.tsx'));
export const EventHighlights = lazyWithRetry(() => import('./highlights.tsx'));
export const PaymentWall = lazyWithRetry(() => import('./payment-wall.tsx'), {
  // If the gallery is open, the wall only shows a message, which can be missed.
  failed: ({ isClosed }, retry) => isClosed && <LoadError what="way to pay" {...retry} />,
});
export const DownloadDialog = lazyDialog(() => import('../../features/downloads/download-dialog.tsx'));
export const EventOwnerTools = lazyWithRetry(() => import('./owner-tools.tsx'));
export const loadAddMedia = () => import('./add-media.tsx');
export const AddMedia = lazyWithRetry(loadAddMedia);
/** After the first screen, and after short visits, which need no live updates. */
export const EventLiveUpdates = lazyWithRetry(async () => {
  await new Promise((resolve) => setTimeout(resolve, LIVE_UPDATES_INTERVAL_SECONDS * 1000));
  return import('./live-updates.tsx');
});
export const loadNotificationToggle = () => import('./notification-toggle.tsx');
export const NotificationToggle = lazyWithRetry(loadNotificationToggle, {
  onError: ({ onError }) => onError(),
});
