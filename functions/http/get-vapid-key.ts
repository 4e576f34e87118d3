import { getVapidKey } from '../../shared/contract/notifications.ts';
import { http } from './kit/http.ts';
import { vapidDetails } from '../notifications/vapid.ts';

export const handler = http(getVapidKey, async () => {
  const { publicKey } = await vapidDetails();
  return { status: 200, body: { publicKey } };
});
