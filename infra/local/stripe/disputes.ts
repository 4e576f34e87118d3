import { type StripeContext, toSeconds } from './stripe-context.ts';
import { type Dispute, newObjectId } from './stripe-objects.ts';
import { notFound, StripeApiError } from './stripe-error.ts';

export const DISPUTE_OUTCOMES = ['won', 'lost'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** The payer's bank takes the money back until the dispute is decided. */
export function openDispute(context: StripeContext, intentId: string): Dispute {
  const intent = context.database.find('payment_intent', intentId);
  const charge = intent?.latest_charge ? context.database.find('charge', intent.latest_charge) : undefined;
  if (!intent || !charge) throw notFound('payment_intent', intentId);
  if (charge.status !== 'succeeded') throw new StripeApiError(400, 'Only money that came can be disputed.');
  const dispute: Dispute = {
    id: newObjectId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: toSeconds(context.now()),
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  return context.database.transaction(() => {
    context.database.save(dispute);
    context.database.save({ ...charge, disputed: true });
    context.recordEvent('charge.dispute.created', dispute);
    context.recordEvent('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  });
}

/** Decides a dispute; a lost one can still be won by an appeal. */
export function closeDispute(context: StripeContext, id: string, end: DisputeOutcome): Dispute {
  const dispute = context.database.find('dispute', id);
  if (!dispute) throw notFound('dispute', id);
  return context.database.transaction(() => {
    const closed: Dispute = { ...dispute, status: end, is_charge_refundable: end !== 'lost' };
    context.database.save(closed);
    context.recordEvent('charge.dispute.closed', closed);
    if (end === 'won') context.recordEvent('charge.dispute.funds_reinstated', closed);
    return closed;
  });
}
