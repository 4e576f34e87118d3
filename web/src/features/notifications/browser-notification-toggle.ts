import { subscriptionCalls } from '../../lib/notifications/subscription-calls.ts';
import { subscriptionRecords } from '../../lib/notifications/subscription-record.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { createNotificationToggle } from './notification-toggle.ts';
import { registerServiceWorker } from '../../lib/register-service-worker.ts';

/** How long the button may show progress. */
const TIMEOUT_MS = 15_000;

/** The notification toggle with this browser's push APIs. */
export const notificationToggle = createNotificationToggle({
  calls: subscriptionCalls,
  records: subscriptionRecords,
  isSupported: () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
  screenUser: () => sessionWatch.expectedUser(),
  permission: () => Notification.permission,
  askPermission: () => Notification.requestPermission(),
  register: async () => {
    await registerServiceWorker();
    return (await navigator.serviceWorker.ready).pushManager;
  },
  timeout: () =>
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error('No answer in time.')), TIMEOUT_MS);
    }),
});
