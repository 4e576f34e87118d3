import { createHmac } from 'node:crypto';
import {
  createCheckout,
  getPaymentStatus,
  listPayments,
  refundPayment,
  stripeWebhook,
} from '../../shared/contract/payments.ts';
import { answers, owning } from './access-answers.ts';
import type { CallSample, SampleWorld } from './sample.ts';

/** Signed as Stripe signs: https://docs.stripe.com/webhooks#verify-manually */
async function delivery({ paidEventId: eventId, paymentId, webhookSecret, now }: SampleWorld) {
  const metadata = { eventId, paymentId: await paymentId() };
  const object = { id: 'cs_sample', object: 'checkout.session', metadata };
  const body = { id: 'evt_sample', object: 'event', type: 'checkout.session.expired', data: { object } };
  const stamp = Math.floor(now.getTime() / 1000);
  const hash = createHmac('sha256', webhookSecret)
    .update(`${stamp}.${JSON.stringify(body)}`)
    .digest('hex');
  return { body, headers: { 'stripe-signature': `t=${stamp},v1=${hash}` } };
}

export const paymentSamples: readonly CallSample[] = [
  {
    endpoint: getPaymentStatus,
    caller: 'participant',
    request: ({ paidEventId: eventId, identity }) => ({ params: { eventId }, query: { ...identity } }),
    tableRequests: '1 BatchGet, 1 Query, 1 Get',
    access: [
      {
        answers: answers(
          `any | free unpaid | yes yes no  no  403 | no  403 no 401
           any | paid        | yes yes yes yes 403 | yes 403 no 401`,
        ),
        comparedValue: ({ hasPaid }) => (hasPaid ? 'yes' : 'no'),
      },
    ],
  },
  {
    endpoint: createCheckout,
    caller: 'guest',
    request: ({ paidEventId: eventId, identity }) => ({ params: { eventId }, body: { ...identity } }),
    tableRequests: '3 Update, 2 Get, 6 BatchGet, 3 TransactWrite, 1 Query',
    access: [
      {
        answers: answers(
          `any | free   | 400 400 400 400 403 | 400 403 401 401
           any | unpaid | 409 409 200 200 403 | 200 403 401 401
           any | paid   | 409 409 409 409 403 | 409 403 401 401`,
        ),
      },
    ],
  },
  { endpoint: stripeWebhook, caller: 'anonymous', request: delivery, tableRequests: '1 BatchGet, 2 Get' },
  {
    endpoint: listPayments,
    caller: 'owner',
    request: ({ paidEventId: eventId }) => ({ params: { eventId } }),
    tableRequests: '2 Query, 2 BatchGet, 2 Get',
    access: [{ answers: owning() }],
  },
  {
    endpoint: refundPayment,
    caller: 'owner',
    request: async ({ paidEventId: eventId, paymentId }) => ({
      params: { eventId, paymentId: await paymentId() },
    }),
    tableRequests: '1 BatchGet, 1 Update, 3 Get, 1 Query',
    access: [
      {
        answers: answers(
          `any | free unpaid | 404 403 403 403 403 | 401 403 401 401
           any | paid        | 200 403 403 403 403 | 401 403 401 401`,
        ),
      },
    ],
    withMockedAws: { refusal: 409 },
  },
];
