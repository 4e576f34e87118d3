import { Stripe } from 'stripe';
import { checkoutEndSeconds } from './checkout-lifetime.ts';
import type { PaymentRecord } from './payment.ts';

/**
 * The request for a payment's checkout: built from the payment's row alone and nothing that changes, because
 * the same idempotency key must always come with the same parameters.
 */
export function checkoutParams(payment: PaymentRecord, siteUrl: string): Stripe.Checkout.SessionCreateParams {
  const back = `${siteUrl}/event/${payment.eventId}?checkout=`;
  const ours = { paymentId: payment.id, eventId: payment.eventId };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.currency,
          unit_amount: payment.amount,
          product_data: { name: payment.description || 'Event' },
        },
      },
    ],
    client_reference_id: payment.id,
    metadata: ours,
    payment_intent_data: { metadata: ours },
    success_url: `${back}success`,
    cancel_url: `${back}cancelled`,
    expires_at: checkoutEndSeconds(payment.createdAt),
    // Charge in the event's own currency, whatever the payer's card is in.
    adaptive_pricing: { enabled: false },
  };
}

/**
 * Whether Stripe would give the same answer again for the same key: it stores its answers, refusals and
 * faults alike, but not those of lost connections, rate limits and concurrent requests.
 */
export function outcomeIsFinal(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const status = error.statusCode;
  return status !== undefined && ![401, 403, 409, 429].includes(status);
}
