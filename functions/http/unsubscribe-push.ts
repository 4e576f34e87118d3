import { unsubscribePush } from '../../shared/contract/notifications.ts';
import { http } from './kit/http.ts';
import { hashEndpoint } from '../notifications/subscription-keys.ts';
import { deleteEndpoint } from '../notifications/subscription-store.ts';

export const handler = http(unsubscribePush, async ({ body }) => {
  await deleteEndpoint(hashEndpoint(body.endpoint));
  return { status: 200, body: { unsubscribed: true } };
});
