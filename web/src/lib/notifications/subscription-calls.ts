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
    /** Whose subscription it is. It is refused if somebody else is signed in by then. */
    person: SubscriptionRecord['person'];
  }): Promise<void>;
  /** Ends all notifications to an endpoint. */
  unsubscribe(endpoint: string): Promise<void>;
};

export const subscriptionCalls: SubscriptionCalls = {
  publicKey: async () => (await call('GET /api/push/vapid-public-key', {})).publicKey,
  save: async ({ guest, person, ...body }) => {
    const as = /^user:(.+)$/.exec(person)?.[1];
    await call('POST /api/push/subscribe', { body: { ...body, ...guest }, as });
  },
  unsubscribe: async (endpoint) => {
    await call('POST /api/push/unsubscribe', { body: { endpoint } });
  },
};
