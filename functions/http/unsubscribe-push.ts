import { unsubscribePush } from '../../shared/contract/push.ts';
import { http } from '../platform/http.ts';
import { hashEndpoint } from '../push/subscription-keys.ts';
import { deleteEndpoint } from '../table/subscriptions.ts';

export const handler = http(unsubscribePush, async ({ body }) => {
  await deleteEndpoint(hashEndpoint(body.endpoint));
  return { status: 200, body: { unsubscribed: true } };
});
