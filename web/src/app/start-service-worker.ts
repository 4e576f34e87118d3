import { registerServiceWorker } from '../lib/register-service-worker.ts';

/**
 * What can wait until a page stands: the worker that answers without a network, and notifications for whoever was here before.
 */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  const { pushManager } = (await registerServiceWorker()) as Partial<ServiceWorkerRegistration>;
  // Without a permission nothing arrives, and the button says so.
  if (!pushManager || Notification.permission !== 'granted') return;
  const { syncBrowser } = await import('../lib/notifications/sync-browser.ts');
  await syncBrowser(pushManager);
}
