import { getVapidKey } from '../../shared/contract/push.ts';
import { http } from '../platform/http.ts';
import { vapidDetails } from '../push/vapid.ts';

export const handler = http(getVapidKey, async () => {
  const { publicKey } = await vapidDetails();
  return { status: 200, body: { publicKey } };
});
