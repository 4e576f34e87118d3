import type { Ledger } from './ledger.ts';
import { API_VERSION, newObjectId, type StripeEvent, type StripeObject } from './objects.ts';

/** What every piece of work needs: the books, the clock, and a voice. */
export type Bank = {
  readonly ledger: Ledger;
  readonly now: () => Date;
  /** `http://127.0.0.1:{port}` */
  readonly origin: () => string;
  /** Notes an event with the object as it is now; the webhook is told of it later. */
  readonly announce: (type: string, object: StripeObject) => void;
};

export const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** @param wake called when something is owed to the webhook */
export function openBank(input: {
  ledger: Ledger;
  now: () => Date;
  origin: () => string;
  wake: () => void;
}): Bank {
  const { ledger, now, origin, wake } = input;
  return {
    ledger,
    now,
    origin,
    announce: (type, object) => {
      const event: StripeEvent = {
        id: newObjectId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: seconds(now()),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      };
      ledger.save(event);
      ledger.owe(event.id, now().getTime());
      wake();
    },
  };
}
