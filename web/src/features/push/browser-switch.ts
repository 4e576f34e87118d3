import { pushCalls } from '../../lib/push/calls.ts';
import { pushRecords } from '../../lib/push/record.ts';
import { createPushSwitch } from './push-switch.ts';
import { registerWorker } from '../../lib/register-worker.ts';

/** How long somebody looks at a button that is at work. */
const PATIENCE_MS = 15_000;

/** The switch of this browser. */
export const pushSwitch = createPushSwitch({
  calls: pushCalls,
  records: pushRecords,
  isSupported: () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
  permission: () => Notification.permission,
  askPermission: () => Notification.requestPermission(),
  register: async () => {
    await registerWorker();
    return (await navigator.serviceWorker.ready).pushManager;
  },
  timeout: () =>
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error('No answer in time.')), PATIENCE_MS);
    }),
});
