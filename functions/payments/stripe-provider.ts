import { Stripe } from 'stripe';
import type { PaymentRecord } from './payment.ts';
import { FOLLOWED_EVENTS } from './followed-webhook-events.ts';
import { checkoutParams, outcomeIsFinal } from './stripe-checkout.ts';
import { factsOf } from './stripe-facts.ts';
import * as objects from './stripe-objects.ts';
import { CheckoutRefused, type WebhookEvent, type PaymentProvider, type Reference } from './ports.ts';

const WITH_CHARGE = ['payment_intent.latest_charge.refunds'];

/** Stripe behind the product's port. `client` is called each time, because keys can rotate. */
export function stripeProvider(client: () => Promise<Stripe>, siteUrl: () => string): PaymentProvider {
  const read: PaymentProvider['read'] = async (sessionId) => {
    const stripe = await client();
    const found = await orMissing(stripe.checkout.sessions.retrieve(sessionId, { expand: WITH_CHARGE }));
    if (!found) return undefined;
    const session = objects.session.parse(found);
    return { facts: factsOf(session, await disputeStates(stripe, session)), url: session.url ?? null };
  };
  return {
    read,
    openCheckout: async (payment) => {
      const stripe = await client();
      const made = await stripe.checkout.sessions
        .create(checkoutParams(payment, siteUrl()), { idempotencyKey: `checkout-${payment.id}` })
        .catch((error: unknown) => {
          throw outcomeIsFinal(error) ? new CheckoutRefused(error.message, { cause: error }) : error;
        });
      const session = objects.session.parse(made);
      // A replayed answer is as old as the first one: the checkout may have ended by now.
      const isRepeated = made.lastResponse.headers['idempotent-replayed'] === 'true';
      const url = isRepeated ? (await read(session.id))?.url : session.url;
      return { sessionId: session.id, url: url ?? null };
    },
    closeCheckout: async (sessionId) => {
      const stripe = await client();
      await stripe.checkout.sessions.expire(sessionId).catch(ignoreRefusal);
    },
    refund: async (payment, key) => refund(await client(), { payment, key }),
    nameOf: async (delivery) => nameOf(delivery, client),
    listMissed: (since) => listMissed(client, since),
  };
}

async function disputeStates(stripe: Stripe, session: objects.Session): Promise<string[]> {
  const intent = session.payment_intent;
  if (typeof intent !== 'object' || !intent) return [];
  if (typeof intent.latest_charge !== 'object' || !intent.latest_charge?.disputed) return [];
  const found = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
  return objects.disputes.parse(found).data.map(({ status }) => status);
}

async function refund(
  stripe: Stripe,
  { payment, key }: { payment: PaymentRecord; key: string },
): Promise<boolean> {
  if (!payment.paymentIntentId) return false;
  try {
    await stripe.refunds.create(
      {
        payment_intent: payment.paymentIntentId,
        metadata: { paymentId: payment.id, eventId: payment.eventId },
      },
      { idempotencyKey: `refund-${payment.id}-${key}` },
    );
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return error.code === 'charge_already_refunded';
  }
}

/** From our own metadata if the object carries it, or else from that of its payment intent. */
async function nameOf(delivery: WebhookEvent, client: () => Promise<Stripe>): Promise<Reference | undefined> {
  if (!FOLLOWED_EVENTS.has(delivery.type)) return undefined;
  const subject = objects.eventObject.parse(delivery.object);
  const own = objects.ourMetadata.safeParse(subject.metadata);
  const sessionId = subject.object === 'checkout.session' ? subject.id : undefined;
  if (own.success) return { eventId: own.data.eventId, id: own.data.paymentId, sessionId };
  const intentId = objects.plainId(subject.payment_intent);
  if (intentId === undefined) return undefined;
  const stripe = await client();
  const intent = await orMissing(stripe.paymentIntents.retrieve(intentId));
  const named = objects.ourMetadata.safeParse(intent && objects.paymentIntent.parse(intent).metadata);
  return named.success ? { eventId: named.data.eventId, id: named.data.paymentId } : undefined;
}

async function* listMissed(client: () => Promise<Stripe>, since: Date): AsyncIterable<WebhookEvent> {
  const stripe = await client();
  const missed = stripe.events.list({
    types: [...FOLLOWED_EVENTS],
    created: { gte: Math.floor(since.getTime() / 1000) },
    delivery_success: false,
    limit: 100,
  });
  for await (const found of missed) {
    const { id, type, data } = objects.event.parse(found);
    yield { id, type, object: data.object };
  }
}

async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
      return undefined;
    throw error;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}
