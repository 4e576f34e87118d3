import type { PushSubscriptionKeys } from '../../../../shared/contract/notifications.ts';
import { call } from '../call.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/** The API's push calls. */
export type SubscriptionCalls = {
  /** The VAPID public key, in base64url. */
  publicKey(): Promise<string>;
  save(saved: {
    eventId: string;
    subscription: PushSubscriptionKeys;
    guest: SubscriptionRecord['guest'];
  }): Promise<void>;
  /** Ends all notifications to an endpoint. */
  unsubscribe(endpoint: string): Promise<void>;
};

export const subscriptionCalls: SubscriptionCalls = {
  publicKey: async () => (await call('GET /api/push/vapid-public-key', {})).publicKey,
  save: async ({ guest, ...body }) => {
    await call('POST /api/push/subscribe', { body: { ...body, ...guest } });
  },
  unsubscribe: async (endpoint) => {
    await call('POST /api/push/unsubscribe', { body: { endpoint } });
  },
};
