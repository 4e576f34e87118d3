import { lazy } from 'react';
import { lazyExtra } from '../lib/lazy-extra.ts';

// What an event's page loads when it is needed.

export const EventError = lazy(() => import('../features/gallery/event-error.tsx'));
export const GalleryHighlights = lazyExtra(() => import('./gallery-highlights.tsx'));
export const PaymentWall = lazy(() => import('./payment-wall.tsx'));
export const DownloadDialog = lazy(() => import('../features/download/download-dialog.tsx'));
export const GalleryTools = lazy(() => import('./gallery-tools.tsx'));
export const loadActions = () => import('./gallery-actions.tsx');
export const GalleryActions = lazy(loadActions);
/** Nobody looks for news before that (features/gallery/news.ts), and who has gone again needs no code for it. */
const NEWS_AFTER_MS = 10_000;
export const GalleryNews = lazyExtra(async () => {
  await new Promise((done) => setTimeout(done, NEWS_AFTER_MS));
  return import('./gallery-news.tsx');
});
export const loadPush = () => import('./gallery-push.tsx');
export const GalleryPush = lazyExtra(loadPush);
