import { type StripeContext, toSeconds } from './stripe-context.ts';
import { type Charge, type Intent, newObjectId, type Session } from './stripe-objects.ts';
import { StripeApiError } from './stripe-error.ts';

/** `delayed` is a bank debit, whose money arrives later or not at all. */
export type PaymentMethod = 'card' | 'delayed';

/** Completes a session, as the payer does on the checkout page. @throws StripeApiError if it is not open */
export function completeSession(context: StripeContext, session: Session, method: PaymentMethod): Session {
  if (session.status !== 'open') throw new StripeApiError(400, 'This Checkout Session is not open.');
  const isPaid = method === 'card';
  return context.database.transaction(() => {
    const { intent, charge } = startIntent(context, session, method);
    const completed: Session = {
      ...session,
      status: 'complete',
      url: null,
      payment_intent: intent.id,
      payment_status: isPaid ? 'paid' : 'unpaid',
    };
    for (const object of [intent, charge, completed]) context.database.save(object);
    context.database.setDue(session.id, undefined);
    context.recordEvent('payment_intent.created', intent);
    context.recordEvent(isPaid ? 'charge.succeeded' : 'charge.pending', charge);
    context.recordEvent(isPaid ? 'payment_intent.succeeded' : 'payment_intent.processing', intent);
    context.recordEvent('checkout.session.completed', completed);
    return completed;
  });
}

function startIntent(
  context: StripeContext,
  session: Session,
  method: PaymentMethod,
): { intent: Intent; charge: Charge } {
  const isPaid = method === 'card';
  const { intentMetadata: metadata } = context.database.internalState(session.id);
  const [intentId, chargeId] = [newObjectId('pi'), newObjectId('ch')];
  const common = {
    amount: session.amount_total,
    created: toSeconds(context.now()),
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

/** Settles a delayed payment. @throws StripeApiError if it is not processing */
export function settleDelayedPayment(
  context: StripeContext,
  session: Session,
  outcome: 'succeeded' | 'failed',
): Session {
  const { intent, charge } = intentAndChargeOf(context, session);
  if (intent.status !== 'processing') throw new StripeApiError(400, 'This payment is not processing.');
  const isPaid = outcome === 'succeeded';
  return context.database.transaction(() => {
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
    for (const object of [after, done, ended]) context.database.save(object);
    context.database.setDue(session.id, undefined);
    context.recordEvent(isPaid ? 'charge.succeeded' : 'charge.failed', done);
    context.recordEvent(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', after);
    context.recordEvent(
      isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
      ended,
    );
    return ended;
  });
}

/** The payment intent and the charge of a completed session. @throws StripeApiError if it has none */
export function intentAndChargeOf(
  context: StripeContext,
  session: Session,
): { intent: Intent; charge: Charge } {
  const intent = session.payment_intent && context.database.find('payment_intent', session.payment_intent);
  const charge = intent && intent.latest_charge && context.database.find('charge', intent.latest_charge);
  if (!intent || !charge) throw new StripeApiError(400, 'This Checkout Session has no payment.');
  return { intent, charge };
}
