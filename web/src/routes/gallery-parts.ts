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
// What comes later is looked for later.
export const GalleryNews = lazyExtra(async () => {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
  return import('./gallery-news.tsx');
});
export const GalleryPush = lazyExtra(() => import('./gallery-push.tsx'));
