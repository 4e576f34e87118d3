import { type StripeContext, toSeconds } from './stripe-context.ts';
import { type Form, textAt, textsAt } from './form-body.ts';
import { type Charge, newObjectId, type Refund } from './stripe-objects.ts';
import { notFound, StripeApiError } from './stripe-error.ts';

/**
 * POST /v1/refunds, by `payment_intent`; refunds everything that is left, or `amount`.
 * @throws StripeApiError for what Stripe would refuse, too
 */
export function createRefund(context: StripeContext, form: Form): Refund {
  const charge = chargeOf(context, form);
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw new StripeApiError(400, `Charge ${charge.id} has not succeeded.`, {
      code: 'charge_not_refundable',
    });
  }
  if (left === 0) {
    throw new StripeApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (isDisputed(context, charge)) {
    throw new StripeApiError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = Number(textAt(form, 'amount') ?? left);
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw new StripeApiError(
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
    created: toSeconds(context.now()),
    currency: charge.currency,
    metadata: textsAt(form, 'metadata'),
    payment_intent: charge.payment_intent,
    reason: null,
    status: 'succeeded',
  };
  return context.database.transaction(() => {
    context.database.save(refund);
    const after = giveBack(context, charge, amount);
    context.recordEvent('refund.created', refund);
    context.recordEvent('charge.refunded', after);
    return refund;
  });
}

/** A refund can fail weeks later, when the bank returns its money; it then no longer counts as refunded. */
export function failRefund(context: StripeContext, id: string): Refund {
  const refund = context.database.find('refund', id);
  const charge = refund && context.database.find('charge', refund.charge);
  if (!refund || !charge) throw notFound('refund', id);
  if (refund.status === 'failed') throw new StripeApiError(400, 'This refund has failed already.');
  return context.database.transaction(() => {
    const failed: Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
    context.database.save(failed);
    giveBack(context, charge, -refund.amount);
    context.recordEvent('refund.failed', failed);
    context.recordEvent('charge.refund.updated', failed);
    return failed;
  });
}

function giveBack(context: StripeContext, charge: Charge, amount: number): Charge {
  const refunded = charge.amount_refunded + amount;
  const after: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  context.database.save(after);
  return after;
}

function chargeOf(context: StripeContext, form: Form): Charge {
  const intentId = textAt(form, 'payment_intent') ?? '';
  const chargeId = context.database.find('payment_intent', intentId)?.latest_charge;
  const charge = chargeId && context.database.find('charge', chargeId);
  if (!charge) throw notFound('payment_intent', intentId);
  return charge;
}

function isDisputed(context: StripeContext, charge: Charge): boolean {
  return context.database
    .list('dispute')
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
}
