import { subscriptionCalls } from '../lib/notifications/subscription-calls.ts';
import { subscriptionRecords } from '../lib/notifications/subscription-record.ts';
import { endSubscription, renewSubscription } from '../lib/notifications/push-subscription.ts';
import { isSignOut } from './is-sign-out.ts';
import { parseNotification } from './parse-notification.ts';
import {
  offlineResponse,
  deleteOldCaches,
  isPageRequest,
  cacheOfflinePage,
  type OfflineVersion,
} from './offline-cache.ts';
import { openNotification } from './open-notification.ts';

// The service worker, built to /sw.js. It caches neither code nor data of the app, so nobody gets stuck with an old
// version.

declare const self: ServiceWorkerGlobalScope;

/** The offline page and its files, injected by the build: see web/standalone-files-plugin.ts. */
declare const OFFLINE: OfflineVersion;

const { origin } = self.location;
const offline = { ...OFFLINE, caches: self.caches };
const push = () => ({
  push: self.registration.pushManager,
  calls: subscriptionCalls,
  records: subscriptionRecords,
});

self.addEventListener('install', (event) => {
  // Takes over at once, because no page depends on an old worker.
  event.waitUntil(Promise.all([cacheOfflinePage(offline), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldCaches(offline), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isSignOut(request, origin)) event.waitUntil(endSubscription(push()));
  const url = new URL(request.url);
  if (url.origin !== origin || request.method !== 'GET') return;
  if (isPageRequest(request)) {
    event.respondWith(fetch(request).catch(() => offlineResponse(offline)));
  } else if (OFFLINE.files.includes(url.pathname)) {
    event.respondWith(self.caches.match(request).then((cached) => cached ?? fetch(request)));
  }
});

self.addEventListener('push', (event) => {
  const { title, ...options } = parseNotification(event.data?.text(), origin);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openNotification(self.clients, { url: notification.data?.url, origin }));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(renewSubscription(push()));
});
