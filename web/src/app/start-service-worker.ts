import { registerServiceWorker } from '../lib/register-service-worker.ts';

/** Registers the service worker after load, and renews the push subscription of browsers that have allowed notifications. */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  const { pushManager } = (await registerServiceWorker()) as Partial<ServiceWorkerRegistration>;
  // Without permission there is nothing to sync, and the notification button shows that.
  if (!pushManager || Notification.permission !== 'granted') return;
  const { syncBrowser } = await import('../lib/notifications/sync-browser.ts');
  await syncBrowser(pushManager);
}
