import { lazy } from 'react';
import { patientLazy } from '../lib/patient-lazy.tsx';
import { DidNotCome } from '../ui/did-not-come.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

// What an event's page loads when it is needed.

export const EventError = lazy(() => import('../features/gallery/event-error.tsx'));
export const GalleryHighlights = patientLazy(() => import('./gallery-highlights.tsx'));
export const PaymentWall = patientLazy(() => import('./payment-wall.tsx'), {
  // To whoever has paid it only says so.
  missing: ({ isClosed }, again) => isClosed && <DidNotCome what="way to pay" {...again} />,
});
export const DownloadDialog = lazyDialog(() => import('../features/download/download-dialog.tsx'));
export const GalleryTools = patientLazy(() => import('./gallery-tools.tsx'));
export const loadActions = () => import('./gallery-actions.tsx');
export const GalleryActions = patientLazy(loadActions);
/** The first screen goes first, and who has gone again by then needs no code to look for news (features/gallery/news.ts). */
const NEWS_AFTER_MS = 20_000;
export const GalleryNews = patientLazy(async () => {
  await new Promise((done) => setTimeout(done, NEWS_AFTER_MS));
  return import('./gallery-news.tsx');
});
export const loadPush = () => import('./gallery-push.tsx');
export const GalleryPush = patientLazy(loadPush, { onMissing: ({ onMissing }) => onMissing() });
