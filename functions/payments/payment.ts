import type { PaymentState, PaymentStatus } from '../../shared/contract/payments.ts';
import { grantsAccess } from '../domain/paid-access.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord } from '../domain/records.ts';

/** A dispute's state as the product sees it: `lost` means that the money is gone. */
export type DisputeState = 'open' | 'won' | 'lost';

/** State of the newest refund until it arrives: `failed` means that the payer's bank returned it. */
export type RefundState = 'pending' | 'failed';

/** One attempt of one person to pay for one event. It never has more than one checkout session. */
export type PaymentRecord = {
  readonly id: string;
  readonly eventId: string;
  /** Null once the event or the person is gone: the payment is kept without a name. */
  readonly payer: PersonKey | null;
  /** What the payer sees on the checkout page: the event's name at that time. */
  readonly description: string | null;
  /** Minor units of the currency: the event's price when the checkout was begun. */
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  /** The payer has done their part and the money is on its way. */
  readonly isProcessing: boolean;
  /** Why it failed: nobody paid in time, the money did not arrive, or the checkout was never created. */
  readonly failure: 'expired' | 'declined' | 'abandoned' | null;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  readonly amountRefunded: number;
  readonly refund: RefundState | null;
  readonly dispute: DisputeState | null;
  readonly paidAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The shard that counts it while it is pending, if it was begun by somebody without a place. */
  readonly countedIn?: number | undefined;
  /** Counts writes: every write is conditional on the version that was read. */
  readonly version: number;
};

/** What the payment provider says about a payment at one moment. */
export type PaymentFacts = {
  readonly sessionId: string;
  readonly paymentIntentId: string | null;
  readonly outcome: 'open' | 'processing' | 'paid' | 'expired' | 'declined';
  readonly amountRefunded: number;
  readonly refund: RefundState | null;
  readonly dispute: DisputeState | null;
  /** When the money was taken. */
  readonly paidAt: string | null;
};

/** A new attempt, before the provider knows of it. */
export function newPayment(
  event: Pick<EventRecord, 'id' | 'name' | 'currency'>,
  begun: { id: string; payer: PersonKey; amount: number; now: Date },
): PaymentRecord {
  return {
    id: begun.id,
    eventId: event.id,
    payer: begun.payer,
    description: event.name,
    amount: begun.amount,
    currency: event.currency,
    status: 'pending',
    isProcessing: false,
    failure: null,
    sessionId: null,
    paymentIntentId: null,
    amountRefunded: 0,
    refund: null,
    dispute: null,
    paidAt: null,
    createdAt: begun.now.toISOString(),
    updatedAt: begun.now.toISOString(),
    version: 1,
  };
}

const OUTCOMES = {
  open: { status: 'pending', isProcessing: false, failure: null },
  processing: { status: 'pending', isProcessing: true, failure: null },
  paid: { status: 'succeeded', isProcessing: false, failure: null },
  expired: { status: 'failed', isProcessing: false, failure: 'expired' },
  declined: { status: 'failed', isProcessing: false, failure: 'declined' },
} as const satisfies Record<PaymentFacts['outcome'], Partial<PaymentRecord>>;

/**
 * A payment after the provider's facts are applied. The result depends on nothing that was delivered before,
 * only on what is true now, so deliveries may arrive in any order and any number of times.
 */
export function applyFacts(payment: PaymentRecord, facts: PaymentFacts, now: Date): PaymentRecord {
  return {
    ...payment,
    ...OUTCOMES[facts.outcome],
    sessionId: facts.sessionId,
    paymentIntentId: facts.paymentIntentId,
    amountRefunded: facts.amountRefunded,
    refund: facts.refund,
    dispute: facts.dispute,
    paidAt: facts.paidAt,
    updatedAt: now.toISOString(),
    version: payment.version + 1,
  };
}

/** Ends an attempt for which no checkout was ever made. */
export function abandonPayment(payment: PaymentRecord, now: Date): PaymentRecord {
  return {
    ...payment,
    status: 'failed',
    isProcessing: false,
    failure: 'abandoned',
    updatedAt: now.toISOString(),
    version: payment.version + 1,
  };
}

/** Whether a new attempt may follow this one. */
export function isFinal(payment: PaymentRecord): boolean {
  return payment.status !== 'pending' && !grantsAccess(payment);
}

/** Whether the event's owner can refund it. Stripe refuses to refund a charge that a bank disputes. */
export function isRefundable(payment: PaymentRecord): boolean {
  return grantsAccess(payment) && payment.dispute !== 'open';
}

/** The state in one word, for people. */
export function stateOf(payment: PaymentRecord): PaymentState {
  if (payment.status === 'pending') return payment.isProcessing ? 'processing' : 'open';
  if (payment.status === 'failed') return payment.failure === 'expired' ? 'expired' : 'failed';
  if (payment.dispute === 'lost') return 'dispute-lost';
  if (payment.amountRefunded >= payment.amount) return 'refunded';
  if (payment.dispute === 'open') return 'disputed';
  return payment.amountRefunded > 0 ? 'partly-refunded' : 'paid';
}
