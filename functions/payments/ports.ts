import type { PaymentFacts, PaymentRecord } from './payment.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Entitlement } from './entitlement.ts';
import type { PaymentChange } from './write-payment.ts';
import type { PaymentKey } from './payment-store.ts';

/** A checkout page at the time it was asked for. */
export type Checkout = {
  readonly sessionId: string;
  /** Where to pay; null once it has ended. */
  readonly url: string | null;
};

/** What identifies a payment to the provider. */
export type Reference = PaymentKey & { readonly sessionId?: string };

/** One of the provider's events: its kind, and which object it is about. */
export type WebhookEvent = { readonly id: string; readonly type: string; readonly object: unknown };

/** The provider refuses this checkout, however often it is asked for with the same key. */
export class CheckoutRefused extends Error {
  override readonly name = 'CheckoutRefused';
}

/** What the product needs from a payment provider. */
export type PaymentProvider = {
  /**
   * Creates the payment's one checkout, or returns the existing one. Safe to repeat.
   * @throws CheckoutRefused if the refusal is final; after any other error it may work later
   */
  openCheckout(payment: PaymentRecord): Promise<Checkout>;
  /** @returns undefined if the provider knows no such checkout */
  read(sessionId: string): Promise<{ facts: PaymentFacts; url: string | null } | undefined>;
  /** Expires a checkout that nobody has paid. One that has ended stays as it is. */
  closeCheckout(sessionId: string): Promise<void>;
  /**
   * Refunds what is left. `key` makes the request idempotent.
   * @returns false if the provider refuses for good
   */
  refund(payment: PaymentRecord, key: string): Promise<boolean>;
  /** Which of the product's payments an event is about; undefined for payments that are not ours. */
  nameOf(delivery: WebhookEvent): Promise<Reference | undefined>;
  /** Events since then that were not delivered. */
  listMissed(since: Date): AsyncIterable<WebhookEvent>;
};

/** What settling needs from the table. */
export type PaymentStore = {
  getPayment(name: PaymentKey): Promise<PaymentRecord | undefined>;
  getEntitlement(eventId: string, person: PersonKey): Promise<Entitlement | undefined>;
  commit(change: PaymentChange, now: Date): Promise<'done' | 'changed' | 'known'>;
};

export type PaymentPorts = {
  readonly provider: PaymentProvider;
  readonly store: PaymentStore;
  readonly now: () => Date;
};
