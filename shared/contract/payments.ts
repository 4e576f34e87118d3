import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './entities.ts';
import { eventId, optionalGuestCredentials } from './ids.ts';
import { word } from './text.ts';

/** Sorts by creation time: 48 bits of milliseconds and 80 random bits, in base32hex. */
export const paymentId = z.string().check(z.regex(/^pay_[0-9a-v]{26}$/));

export const paymentStatus = z.enum(['pending', 'succeeded', 'failed']);
export type PaymentStatus = z.output<typeof paymentStatus>;

/** A payment's status together with what has happened to the money since, in one word for people. */
export const paymentState = z.enum([
  'open',
  'processing',
  'paid',
  'partly-refunded',
  'refunded',
  'disputed',
  'dispute-lost',
  'expired',
  'failed',
]);
export type PaymentState = z.output<typeof paymentState>;

/** A payment as the owner sees it. Amounts are in the currency's minor units: cents, or whole yen. */
const paymentView = z.object({
  id: z.string(),
  eventId: z.string(),
  stripeSessionId: z.nullable(z.string()),
  stripePaymentIntentId: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  status: paymentStatus,
  state: paymentState,
  amountRefunded: z.int(),
  /** State of the newest refund until it arrives: on its way, or returned by the payer's bank. */
  refund: z.nullable(z.enum(['pending', 'failed'])),
  isRefundable: z.boolean(),
  /** Both null for somebody who deleted their account. */
  paidByUserId: z.nullable(z.string()),
  paidByGuestId: z.nullable(z.string()),
  paidByName: z.nullable(z.string()),
  paidAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
});
export type PaymentView = z.output<typeof paymentView>;

/** Sums of an event's payments that succeeded, in minor units. `net` is what is left of them. */
const paymentTotals = z.object({
  currency: z.string(),
  paidCount: z.int(),
  /** How many of them grant access now. */
  accessCount: z.int(),
  amount: z.int(),
  amountRefunded: z.int(),
  /** Taken back by lost disputes. */
  amountLost: z.int(),
  net: z.int(),
});
export type PaymentTotals = z.output<typeof paymentTotals>;

const params = z.object({ eventId });

export const getPaymentStatus = defineEndpoint({
  id: 'payment-status',
  method: 'GET',
  path: '/api/events/{eventId}/payment-status',
  summary: 'Whether the caller has paid; the owner always has.',
  audience: 'anyone',
  params,
  query: optionalGuestCredentials,
  replies: {
    200: z.object({
      hasPaid: z.boolean(),
      /** The payment method takes hours or days to arrive. */
      isProcessing: z.boolean(),
      /** State of the caller's last payment, where none grants access. */
      state: z.nullable(paymentState),
    }),
  },
});

export const createCheckout = defineEndpoint({
  id: 'create-checkout',
  method: 'POST',
  path: '/api/events/{eventId}/create-checkout',
  summary: 'Where to pay for the event. The same address as long as its checkout is open.',
  audience: 'person',
  params,
  body: optionalGuestCredentials,
  replies: { 200: z.object({ url: z.string() }) },
});

export const stripeWebhook = defineEndpoint({
  id: 'stripe-webhook',
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: "Takes Stripe's signed events.",
  audience: 'none',
  replies: { 200: z.object({ received: z.boolean() }) },
});

export const listPayments = defineEndpoint({
  id: 'list-payments',
  method: 'GET',
  path: '/api/events/{eventId}/payments',
  summary: "The event's payments, newest first, by pages, with the totals of all; the owner only.",
  audience: 'user',
  params,
  query: z.object({ cursor: z.optional(word(200)) }),
  replies: { 200: z.object({ payments: z.array(paymentView), totals: paymentTotals }) },
});

export const refundPayment = defineEndpoint({
  id: 'refund-payment',
  method: 'POST',
  path: '/api/events/{eventId}/payments/{paymentId}/refund',
  summary: 'Gives back what is left of one payment; the owner only.',
  audience: 'user',
  params: z.object({ eventId, paymentId }),
  replies: { 200: paymentView },
});
