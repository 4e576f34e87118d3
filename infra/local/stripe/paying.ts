import { type Bank, seconds } from './bank.ts';
import { type Charge, type Intent, newObjectId, type Session } from './objects.ts';
import { StripeRefusal } from './stripe-error.ts';

/** `delayed`: a bank debit, whose money comes or does not come some time later. */
export type Method = 'card' | 'delayed';

/** Completes an open session, as its payer does on the checkout page. */
export function completeSession(bank: Bank, session: Session, method: Method): Session {
  if (session.status !== 'open') throw new StripeRefusal(400, 'This Checkout Session is not open.');
  const isPaid = method === 'card';
  return bank.ledger.together(() => {
    const { intent, charge } = startIntent(bank, session, method);
    const completed: Session = {
      ...session,
      status: 'complete',
      url: null,
      payment_intent: intent.id,
      payment_status: isPaid ? 'paid' : 'unpaid',
    };
    for (const object of [intent, charge, completed]) bank.ledger.save(object);
    bank.ledger.setDue(session.id, undefined);
    bank.announce('payment_intent.created', intent);
    bank.announce(isPaid ? 'charge.succeeded' : 'charge.pending', charge);
    bank.announce(isPaid ? 'payment_intent.succeeded' : 'payment_intent.processing', intent);
    bank.announce('checkout.session.completed', completed);
    return completed;
  });
}

function startIntent(bank: Bank, session: Session, method: Method): { intent: Intent; charge: Charge } {
  const isPaid = method === 'card';
  const { intentMetadata: metadata } = bank.ledger.inside(session.id);
  const [intentId, chargeId] = [newObjectId('pi'), newObjectId('ch')];
  const common = {
    amount: session.amount_total,
    created: seconds(bank.now()),
    currency: session.currency,
    livemode: false,
    metadata,
  } as const;
  const intent: Intent = {
    ...common,
    id: intentId,
    object: 'payment_intent',
    amount_received: isPaid ? session.amount_total : 0,
    last_payment_error: null,
    latest_charge: chargeId,
    payment_method_types: session.payment_method_types,
    status: isPaid ? 'succeeded' : 'processing',
  };
  const charge: Charge = {
    ...common,
    id: chargeId,
    object: 'charge',
    amount_captured: isPaid ? session.amount_total : 0,
    amount_refunded: 0,
    captured: isPaid,
    disputed: false,
    paid: isPaid,
    payment_intent: intentId,
    refunded: false,
    status: isPaid ? 'succeeded' : 'pending',
  };
  return { intent, charge };
}

/** Lets a delayed payment end. */
export function endDelayed(bank: Bank, session: Session, outcome: 'succeeded' | 'failed'): Session {
  const { intent, charge } = moneyOf(bank, session);
  if (intent.status !== 'processing') throw new StripeRefusal(400, 'This payment is not processing.');
  const isPaid = outcome === 'succeeded';
  return bank.ledger.together(() => {
    const ended: Session = { ...session, payment_status: isPaid ? 'paid' : 'unpaid' };
    const after: Intent = {
      ...intent,
      amount_received: isPaid ? intent.amount : 0,
      status: isPaid ? 'succeeded' : 'requires_payment_method',
      last_payment_error: isPaid
        ? null
        : {
            code: 'payment_intent_payment_attempt_failed',
            message: 'The payment failed.',
            type: 'card_error',
          },
    };
    const done: Charge = {
      ...charge,
      amount_captured: after.amount_received,
      captured: isPaid,
      paid: isPaid,
      status: outcome,
    };
    for (const object of [after, done, ended]) bank.ledger.save(object);
    bank.ledger.setDue(session.id, undefined);
    bank.announce(isPaid ? 'charge.succeeded' : 'charge.failed', done);
    bank.announce(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', after);
    bank.announce(
      isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
      ended,
    );
    return ended;
  });
}

/** The payment intent of a completed session, and its charge. */
export function moneyOf(bank: Bank, session: Session): { intent: Intent; charge: Charge } {
  const intent = session.payment_intent && bank.ledger.find('payment_intent', session.payment_intent);
  const charge = intent && intent.latest_charge && bank.ledger.find('charge', intent.latest_charge);
  if (!intent || !charge) throw new StripeRefusal(400, 'This Checkout Session has no payment.');
  return { intent, charge };
}
