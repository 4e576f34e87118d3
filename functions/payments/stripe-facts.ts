import type { DisputeState, PaymentFacts, RefundState } from './payment.ts';
import type { Session } from './stripe-objects.ts';

/** Converts a session, read with its payment intent and charge expanded, to the product's facts. */
export function factsOf(session: Session, disputeStates: readonly string[]): PaymentFacts {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : undefined;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : undefined;
  const outcome = outcomeOf(session, intent?.status);
  return {
    sessionId: session.id,
    paymentIntentId: intent?.id ?? null,
    outcome,
    amountRefunded: charge?.amount_refunded ?? 0,
    refund: refundOf(charge?.refunds?.data[0]?.status),
    dispute: disputeOf(disputeStates),
    paidAt: outcome === 'paid' && charge ? new Date(charge.created * 1000).toISOString() : null,
  };
}

/** A completed session without money is on its way until its payment intent asks for another method. */
function outcomeOf(session: Session, intentStatus: string | undefined): PaymentFacts['outcome'] {
  if (session.payment_status !== 'unpaid') return 'paid';
  if (session.status !== 'complete') return session.status;
  return intentStatus === 'requires_payment_method' || intentStatus === 'canceled'
    ? 'declined'
    : 'processing';
}

/** A refund goes to the payer's bank first. One that is cancelled or returned has not refunded anything. */
function refundOf(status: string | null | undefined): RefundState | null {
  if (status === 'pending' || status === 'requires_action') return 'pending';
  return status === 'failed' || status === 'canceled' ? 'failed' : null;
}

/**
 * All disputes of a charge as one. An appeal follows a loss: until it is won the money is gone. Inquiries
 * (`warning_…`) and prevented disputes have moved no money.
 */
function disputeOf(states: readonly string[]): DisputeState | null {
  if (states.some((state) => state === 'lost' || state.startsWith('appeal_'))) return 'lost';
  if (states.some((state) => state === 'needs_response' || state === 'under_review')) return 'open';
  return states.includes('won') ? 'won' : null;
}
