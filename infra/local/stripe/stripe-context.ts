import type { StripeDatabase } from './stripe-database.ts';
import { API_VERSION, newObjectId, type StripeEvent, type StripeObject } from './stripe-objects.ts';

/** What every operation needs. */
export type StripeContext = {
  readonly database: StripeDatabase;
  readonly now: () => Date;
  /** `http://127.0.0.1:{port}` */
  readonly origin: () => string;
  /** Records an event with a copy of the object, which is sent to the webhook later. */
  readonly recordEvent: (type: string, object: StripeObject) => void;
};

export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** @param wake called when an event has to be sent to the webhook */
export function createStripeContext(input: {
  database: StripeDatabase;
  now: () => Date;
  origin: () => string;
  wake: () => void;
}): StripeContext {
  const { database, now, origin, wake } = input;
  return {
    database,
    now,
    origin,
    recordEvent: (type, object) => {
      const event: StripeEvent = {
        id: newObjectId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: toSeconds(now()),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      };
      database.save(event);
      database.addDelivery(event.id, now().getTime());
      wake();
    },
  };
}
