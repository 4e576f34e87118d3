import type { Stripe } from 'stripe';

/** Events that can change a payment. All others are acknowledged and ignored. */
export const FOLLOWED_EVENTS: ReadonlySet<Stripe.Event.Type> & ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
] as const);
