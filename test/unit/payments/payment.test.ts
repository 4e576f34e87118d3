import { describe, expect, it } from 'vitest';
import { grantsAccess } from '../../../functions/domain/paid-access.ts';
import {
  abandonPayment,
  isFinal,
  isRefundable,
  newPayment,
  stateOf,
  type PaymentRecord,
} from '../../../functions/payments/payment.ts';
import { netOf, sumOf } from '../../../functions/payments/payment-totals.ts';
import { paymentViewOf } from '../../../functions/payments/payment-view.ts';
import { factsOf } from '../../../functions/payments/stripe-facts.ts';
import { newPaymentId } from '../../../functions/payments/payment-id.ts';
import { paymentId } from '../../../shared/contract/payments.ts';

const NOW = new Date('2026-07-01T12:00:00.000Z');
const begun = newPayment(
  { id: 'evt_a', name: 'Party', currency: 'usd' },
  { id: 'pay_1', payer: 'guest:gst_a', amount: 1000, now: NOW },
);
const paid = { ...begun, status: 'succeeded' } as const;

// State, access, a new attempt is possible, refundable, what is left of the money.
const table: [Partial<PaymentRecord>, string, boolean, boolean, boolean, number][] = [
  [begun, 'open', false, false, false, 0],
  [{ isProcessing: true }, 'processing', false, false, false, 0],
  [{ status: 'failed', failure: 'expired' }, 'expired', false, true, false, 0],
  [{ status: 'failed', failure: 'declined' }, 'failed', false, true, false, 0],
  [paid, 'paid', true, false, true, 1000],
  [{ ...paid, amountRefunded: 999 }, 'partly-refunded', true, false, true, 1],
  [{ ...paid, amountRefunded: 1000 }, 'refunded', false, true, false, 0],
  [{ ...paid, dispute: 'open' }, 'disputed', true, false, false, 1000],
  [{ ...paid, dispute: 'won' }, 'paid', true, false, true, 1000],
  [{ ...paid, dispute: 'lost' }, 'dispute-lost', false, true, false, 0],
  [{ ...paid, dispute: 'lost', amountRefunded: 400 }, 'dispute-lost', false, true, false, 0],
];

describe('a payment', () => {
  it.each(table)('with %o is %s', (change, state, access, over, refundable, net) => {
    const payment = { ...begun, ...change };
    expect([stateOf(payment), grantsAccess(payment), isFinal(payment), isRefundable(payment)]).toEqual([
      state,
      access,
      over,
      refundable,
    ]);
    expect(netOf(sumOf(payment))).toBe(net);
  });

  it('that never had a checkout ends as failed', () => {
    expect(stateOf(abandonPayment(begun, NOW))).toBe('failed');
    expect(isFinal(abandonPayment(begun, NOW))).toBe(true);
  });

  it('is told with its payer, of exactly one kind', () => {
    expect(paymentViewOf(begun, 'Grace')).toMatchObject({
      paidByGuestId: 'gst_a',
      paidByUserId: null,
      paidByName: 'Grace',
    });
    expect(paymentViewOf({ ...begun, payer: null }, undefined)).toMatchObject({
      paidByGuestId: null,
      paidByUserId: null,
      paidByName: null,
    });
  });
});

describe('ids of payments', () => {
  it('sort by their time and never meet', () => {
    const early = newPaymentId(new Date('2026-07-01T12:00:00.000Z'));
    const late = newPaymentId(new Date('2026-07-01T12:00:00.001Z'));
    expect(early < late).toBe(true);
    expect(paymentId.safeParse(late).success).toBe(true);
    expect(new Set(Array.from({ length: 1000 }, () => newPaymentId(NOW))).size).toBe(1000);
  });
});

describe('Stripe’s words as facts', () => {
  const session = {
    id: 'cs_1',
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    payment_intent: {
      id: 'pi_1',
      status: 'succeeded',
      latest_charge: { id: 'ch_1', amount_refunded: 400, disputed: true, created: 1_782_907_200 },
    },
  } as const;

  it('are read from the session, its payment and its charge', () => {
    expect(factsOf(session, [])).toEqual({
      sessionId: 'cs_1',
      paymentIntentId: 'pi_1',
      outcome: 'paid',
      amountRefunded: 400,
      refund: null,
      dispute: null,
      paidAt: '2026-07-01T12:00:00.000Z',
    });
  });

  it.each([
    ['open', 'unpaid', null, 'open'],
    ['expired', 'unpaid', null, 'expired'],
    ['complete', 'unpaid', 'processing', 'processing'],
    ['complete', 'unpaid', 'requires_payment_method', 'declined'],
    ['complete', 'unpaid', 'canceled', 'declined'],
    ['complete', 'no_payment_required', null, 'paid'],
  ] as const)('%s, %s, %s is %s', (status, payment_status, intent, outcome) => {
    const payment_intent = intent && { id: 'pi_1', status: intent };
    expect(factsOf({ ...session, status, payment_status, payment_intent }, []).outcome).toBe(outcome);
  });

  it.each([
    [undefined, null],
    ['succeeded', null],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('a newest refund that is %s is told as %s', (status, refund) => {
    const { latest_charge } = session.payment_intent;
    const charge = {
      ...latest_charge,
      refunds: { data: status ? [{ status }, { status: 'succeeded' }] : [] },
    };
    const payment_intent = { ...session.payment_intent, latest_charge: charge };
    expect(factsOf({ ...session, payment_intent }, []).refund).toBe(refund);
  });

  it.each([
    [[], null],
    [['needs_response'], 'open'],
    [['under_review'], 'open'],
    [['won'], 'won'],
    [['lost'], 'lost'],
    [['won', 'lost'], 'lost'],
    [['appeal_under_review'], 'lost'],
    [['warning_needs_response'], null],
    [['warning_closed', 'won'], 'won'],
    [['prevented'], null],
  ])('disputes %j are %s', (states, dispute) => {
    expect(factsOf(session, states).dispute).toBe(dispute);
  });
});
