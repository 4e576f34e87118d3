import { pushCalls } from '../lib/push/calls.ts';
import { pushRecords } from '../lib/push/record.ts';
import { endPush, renewPush } from '../lib/push/subscription.ts';
import { isLeaving } from './leaving.ts';
import { readNotice } from './notice.ts';
import { answerOffline, cleanUp, isPage, keepOfflinePage, type OfflineVersion } from './offline.ts';
import { openNews } from './open-news.ts';

// The service worker, built to /sw.js. It serves no code and no data of the site: what is online comes from the
// network, so that nobody is ever left with an old application.

declare const self: ServiceWorkerGlobalScope;

/** The offline page and what it loads, put in by the build: see web/offline-plugin.ts. */
declare const OFFLINE: OfflineVersion;

const { origin } = self.location;
const offline = { ...OFFLINE, caches: self.caches };
const push = () => ({
  push: self.registration.pushManager,
  calls: pushCalls,
  records: pushRecords,
});

self.addEventListener('install', (event) => {
  // It takes over at once: there is no old application that must not be disturbed.
  event.waitUntil(Promise.all([keepOfflinePage(offline), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([cleanUp(offline), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isLeaving(request, origin)) event.waitUntil(endPush(push()));
  const url = new URL(request.url);
  if (url.origin !== origin || request.method !== 'GET') return;
  if (isPage(request)) {
    event.respondWith(fetch(request).catch(() => answerOffline(offline)));
  } else if (OFFLINE.files.includes(url.pathname)) {
    event.respondWith(self.caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

self.addEventListener('push', (event) => {
  const { title, ...options } = readNotice(event.data?.text(), origin);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openNews(self.clients, { url: notification.data?.url, origin }));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(renewPush(push()));
});
