import { afterEach, describe, expect, it, vi } from 'vitest';
import { Stripe } from 'stripe';
import { withinRun } from '../../../functions/aws/deadline.ts';
import { checkoutParams, outcomeIsFinal } from '../../../functions/payments/stripe-checkout.ts';
import { makeClient } from '../../../functions/payments/stripe-client.ts';
import { STRIPE_API_URL } from '../../../infra/stages/public-addresses.ts';
import { newPayment } from '../../../functions/payments/payment.ts';

describe('where payments go', () => {
  it.each(['sk_live_0123', 'rk_live_0123', 'sk_0123'])('a live key goes to Stripe alone: %s', (key) => {
    for (const other of ['http://127.0.0.1:1234', 'https://stripe.example', 'https://api.stripe.com:444'])
      expect(() => makeClient(key, other)).toThrow('with a live key, payments go to Stripe alone');
    expect(makeClient(key, STRIPE_API_URL)).toBeInstanceOf(Stripe);
  });

  it('a test key goes where it is told', async () => {
    const stripe = makeClient('sk_test_0123', 'http://127.0.0.1:9');
    await expect(stripe.balance.retrieve({}, { maxNetworkRetries: 0 })).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
  });
});

describe('a request to Stripe', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['eight seconds', 29_000, 8_000],
    ['what is left of the run, less the pauses between its tries', 5_000, 2_500],
    ['no time where none is left', 1_000, 1],
  ])('may take %s', async (_, remainingMs, mostMs) => {
    const client = Stripe.createNodeHttpClient();
    const makeRequest = vi.spyOn(client, 'makeRequest').mockRejectedValue(new Error('gone'));
    vi.spyOn(Stripe, 'createNodeHttpClient').mockReturnValue(client);
    const stripe = makeClient('sk_test_0123', 'http://127.0.0.1:9');
    const ask = () => stripe.balance.retrieve({}, { maxNetworkRetries: 0 });
    await expect(withinRun({ getRemainingTimeInMillis: () => remainingMs }, ask)).rejects.toThrow('');
    const timeoutMs = makeRequest.mock.calls[0]?.[7] ?? 0;
    expect(timeoutMs).toBeLessThanOrEqual(mostMs);
    expect(timeoutMs).toBeGreaterThan(mostMs - 200);
  });
});

describe('what a checkout is asked with', () => {
  const payment = newPayment(
    { id: 'evt_a', name: 'Party', currency: 'jpy' },
    { id: 'pay_1', payer: 'guest:gst_a', amount: 500, now: new Date('2026-07-01T12:00:00.000Z') },
  );

  it('is the price at its beginning, the way back, and an end an hour later', () => {
    expect(checkoutParams(payment, 'https://example.com')).toMatchObject({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'jpy', unit_amount: 500 } }],
      metadata: { paymentId: 'pay_1', eventId: 'evt_a' },
      payment_intent_data: { metadata: { paymentId: 'pay_1', eventId: 'evt_a' } },
      success_url: 'https://example.com/event/evt_a?checkout=success',
      cancel_url: 'https://example.com/event/evt_a?checkout=cancelled',
      expires_at: Date.parse('2026-07-01T13:00:00.000Z') / 1000,
    });
  });

  it('does not change with time: the key always comes with the same words', () => {
    const later = { ...payment, updatedAt: '2027-01-01T00:00:00.000Z', version: 9 };
    expect(checkoutParams(later, 'https://example.com')).toEqual(
      checkoutParams(payment, 'https://example.com'),
    );
  });
});

describe('a refusal of Stripe', () => {
  it.each([
    [
      new Stripe.errors.StripeInvalidRequestError({
        message: 'x',
        type: 'invalid_request_error',
        statusCode: 400,
      }),
      true,
    ],
    [new Stripe.errors.StripeAPIError({ message: 'x', type: 'api_error', statusCode: 500 }), true],
    [new Stripe.errors.StripeAPIError({ message: 'x', type: 'api_error', statusCode: 409 }), false],
    [new Stripe.errors.StripeRateLimitError({ message: 'x', type: 'api_error', statusCode: 429 }), false],
    [
      new Stripe.errors.StripeAuthenticationError({ message: 'x', type: 'api_error', statusCode: 401 }),
      false,
    ],
    [new Stripe.errors.StripeConnectionError({ message: 'x', type: 'api_error' }), false],
    [new Error('x'), false],
  ])('%s is final: %s', (error, isFinal) => {
    expect(outcomeIsFinal(error)).toBe(isFinal);
  });
});
