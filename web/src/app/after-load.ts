import { registerWorker } from '../lib/register-worker.ts';

/**
 * What can wait until a page stands: the worker that answers without a network, and news for whoever was here before.
 */
export async function afterLoad(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  const { pushManager } = (await registerWorker()) as Partial<ServiceWorkerRegistration>;
  // Without a permission nothing arrives, and the button says so.
  if (!pushManager || Notification.permission !== 'granted') return;
  const { settleHere } = await import('../lib/push/settle-here.ts');
  await settleHere(pushManager);
}
