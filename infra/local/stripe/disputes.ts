import { type Bank, seconds } from './bank.ts';
import { type Dispute, newObjectId } from './objects.ts';
import { missing, StripeRefusal } from './stripe-error.ts';

/** Ends that a dispute can be brought to. */
export const DISPUTE_ENDS = ['won', 'lost', 'warning_closed'] as const;
export type DisputeEnd = (typeof DISPUTE_ENDS)[number];

/** A payer's bank takes the money back until somebody has decided. */
export function openDispute(bank: Bank, intentId: string): Dispute {
  const intent = bank.ledger.find('payment_intent', intentId);
  const charge = intent?.latest_charge ? bank.ledger.find('charge', intent.latest_charge) : undefined;
  if (!intent || !charge) throw missing('payment_intent', intentId);
  if (charge.status !== 'succeeded') throw new StripeRefusal(400, 'Only money that came can be disputed.');
  const dispute: Dispute = {
    id: newObjectId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: seconds(bank.now()),
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  return bank.ledger.together(() => {
    bank.ledger.save(dispute);
    bank.ledger.save({ ...charge, disputed: true });
    bank.announce('charge.dispute.created', dispute);
    bank.announce('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  });
}

/** Decides a dispute; a lost one can still be won, by an appeal. */
export function closeDispute(bank: Bank, id: string, end: DisputeEnd): Dispute {
  const dispute = bank.ledger.find('dispute', id);
  if (!dispute) throw missing('dispute', id);
  return bank.ledger.together(() => {
    const closed: Dispute = { ...dispute, status: end, is_charge_refundable: end !== 'lost' };
    bank.ledger.save(closed);
    bank.announce('charge.dispute.closed', closed);
    if (end === 'won') bank.announce('charge.dispute.funds_reinstated', closed);
    return closed;
  });
}
