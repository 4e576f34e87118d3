import * as z from 'zod/mini';

/**
 * The parts of Stripe's objects that the product reads. Everything from Stripe is parsed: its library takes
 * a 404 without an `error` for a success. Source: https://docs.stripe.com/api, version 2026-10-28.
 */

const metadata = z.nullish(z.record(z.string(), z.string()));

/** A related object comes as its id, or whole if it was expanded. */
const idOf = z.nullish(z.union([z.string(), z.object({ id: z.string() })]));
export function plainId(related: z.output<typeof idOf>): string | undefined {
  return typeof related === 'string' ? related : related?.id;
}

const charge = z.object({
  id: z.string(),
  amount_refunded: z.int(),
  disputed: z.boolean(),
  created: z.int(),
  /** Newest first; only if it was expanded. */
  refunds: z.nullish(z.object({ data: z.array(z.object({ status: z.nullish(z.string()) })) })),
});

export const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  metadata,
  latest_charge: z.nullish(z.union([z.string(), charge])),
});

/** A session, with its payment intent and charge if these were expanded. */
export const session = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  url: z.nullish(z.string()),
  metadata,
  payment_intent: z.nullish(z.union([z.string(), paymentIntent])),
});
export type Session = z.output<typeof session>;

export const disputes = z.object({ data: z.array(z.object({ status: z.string() })) });

/** The parts of an event's object that lead to a payment. */
export const eventObject = z.object({
  id: z.string(),
  object: z.string(),
  metadata,
  payment_intent: idOf,
});

export const event = z.object({
  id: z.string(),
  object: z.literal('event'),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

/** Our metadata. Disputes carry none: they lead to their payment intent, which does. */
export const ourMetadata = z.object({ paymentId: z.string(), eventId: z.string() });
