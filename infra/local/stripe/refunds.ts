import { type Bank, seconds } from './bank.ts';
import { type Form, textAt, textsAt } from './form-body.ts';
import { type Charge, newObjectId, type Refund } from './objects.ts';
import { missing, StripeRefusal } from './stripe-error.ts';

/** POST /v1/refunds, by `payment_intent` or `charge`; all that is left, or `amount`. */
export function createRefund(bank: Bank, form: Form): Refund {
  const charge = chargeOf(bank, form);
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw new StripeRefusal(400, `Charge ${charge.id} has not succeeded.`, { code: 'charge_not_refundable' });
  }
  if (left === 0) {
    throw new StripeRefusal(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (isDisputed(bank, charge)) {
    throw new StripeRefusal(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = Number(textAt(form, 'amount') ?? left);
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw new StripeRefusal(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: 'amount' },
    );
  }
  const refund: Refund = {
    id: newObjectId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: seconds(bank.now()),
    currency: charge.currency,
    metadata: textsAt(form, 'metadata'),
    payment_intent: charge.payment_intent,
    reason: textAt(form, 'reason') ?? null,
    status: 'succeeded',
  };
  return bank.ledger.together(() => {
    bank.ledger.save(refund);
    const after = giveBack(bank, charge, amount);
    bank.announce('refund.created', refund);
    bank.announce('charge.refunded', after);
    return refund;
  });
}

/** A bank sends the money of a refund back: weeks later, it counts as not refunded again. */
export function failRefund(bank: Bank, id: string): Refund {
  const refund = bank.ledger.find('refund', id);
  const charge = refund && bank.ledger.find('charge', refund.charge);
  if (!refund || !charge) throw missing('refund', id);
  if (refund.status === 'failed') throw new StripeRefusal(400, 'This refund has failed already.');
  return bank.ledger.together(() => {
    const failed: Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
    bank.ledger.save(failed);
    giveBack(bank, charge, -refund.amount);
    bank.announce('refund.failed', failed);
    bank.announce('charge.refund.updated', failed);
    return failed;
  });
}

function giveBack(bank: Bank, charge: Charge, amount: number): Charge {
  const refunded = charge.amount_refunded + amount;
  const after: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  bank.ledger.save(after);
  return after;
}

function chargeOf(bank: Bank, form: Form): Charge {
  const intentId = textAt(form, 'payment_intent');
  const intent = intentId === undefined ? undefined : bank.ledger.find('payment_intent', intentId);
  if (intentId !== undefined && !intent) throw missing('payment_intent', intentId);
  const chargeId = intent?.latest_charge ?? textAt(form, 'charge') ?? '';
  const charge = bank.ledger.find('charge', chargeId);
  if (!charge) throw missing('charge', chargeId);
  return charge;
}

function isDisputed(bank: Bank, charge: Charge): boolean {
  return bank.ledger
    .list('dispute')
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
}
