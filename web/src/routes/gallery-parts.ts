import { lazy } from 'react';
import { lazyExtra } from '../lib/lazy-extra.ts';
import { patientLazy } from '../lib/patient-lazy.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

// What an event's page loads when it is needed.

export const EventError = lazy(() => import('../features/gallery/event-error.tsx'));
export const GalleryHighlights = lazyExtra(() => import('./gallery-highlights.tsx'));
export const PaymentWall = lazy(() => import('./payment-wall.tsx'));
export const DownloadDialog = lazyDialog(() => import('../features/download/download-dialog.tsx'));
export const GalleryTools = patientLazy(() => import('./gallery-tools.tsx'));
export const loadActions = () => import('./gallery-actions.tsx');
export const GalleryActions = patientLazy(loadActions);
/** The first screen goes first, and who has gone again by then needs no code to look for news (features/gallery/news.ts). */
const NEWS_AFTER_MS = 20_000;
export const GalleryNews = lazyExtra(async () => {
  await new Promise((done) => setTimeout(done, NEWS_AFTER_MS));
  return import('./gallery-news.tsx');
});
export const loadPush = () => import('./gallery-push.tsx');
export const GalleryPush = lazyExtra(loadPush);
