import type { PaymentFacts, PaymentRecord } from './payment.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Entitlement } from './entitlement.ts';
import type { PaymentChange } from './write-payment.ts';
import type { PaymentKey } from './payment-store.ts';

/** A checkout page, as it is when it was asked for. */
export type Checkout = {
  readonly sessionId: string;
  /** Where to pay; null once it is over. */
  readonly url: string | null;
};

/** A payment as the provider names it. */
export type Reference = PaymentKey & { readonly sessionId?: string };

/** One of the provider's events: what kind, and which object it is about. */
export type WebhookEvent = { readonly id: string; readonly type: string; readonly object: unknown };

/** The provider will not make this checkout, however often it is asked with the same key. */
export class CheckoutRefused extends Error {
  override readonly name = 'CheckoutRefused';
}

/** What the product asks of a payment provider. */
export type PaymentProvider = {
  /**
   * Makes the payment's one checkout, or gives the one that was made: asking twice is asking once.
   * @throws CheckoutRefused where that is final; anything else may work later
   */
  openCheckout(payment: PaymentRecord): Promise<Checkout>;
  /** @returns undefined where the provider knows no such checkout */
  read(sessionId: string): Promise<{ facts: PaymentFacts; url: string | null } | undefined>;
  /** Closes a checkout that nobody has paid; one that is over stays as it is. */
  closeCheckout(sessionId: string): Promise<void>;
  /**
   * Gives back what is left. `key` names this one wish: with it, asking twice is asking once.
   * @returns false where the provider refuses for good
   */
  refund(payment: PaymentRecord, key: string): Promise<boolean>;
  /** Which of the product's payments an event is about; undefined for other people's. */
  nameOf(delivery: WebhookEvent): Promise<Reference | undefined>;
  /** Events since then that have not been taken. */
  listMissed(since: Date): AsyncIterable<WebhookEvent>;
};

/** What settling needs of the table. */
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
