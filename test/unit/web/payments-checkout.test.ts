import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  pollPaymentStatus,
  PAUSES_MS,
  type PaymentStatus,
} from '../../../web/src/features/payments/poll-payment-status.ts';
import { checkoutResultFor, startCheckout } from '../../../web/src/features/payments/start-checkout.ts';
import { stateNote, STATE_LABELS } from '../../../web/src/features/payments/payment-labels.ts';
import { CallError } from '../../../web/src/lib/call.ts';
import { formatMoney, formatPrice } from '../../../web/src/lib/format-money.ts';
import { paymentState } from '../../../shared/contract/payments.ts';

const open: PaymentStatus = { hasPaid: false, isProcessing: false, state: 'open' };
const paid: PaymentStatus = { hasPaid: true, isProcessing: false, state: null };

/** Polls with these statuses in order, then the last one forever; `null` is a failed lookup. */
function pollWith(statuses: readonly (PaymentStatus | null)[], isExpected = true) {
  const pauses: number[] = [];
  let lookups = 0;
  const outcome = pollPaymentStatus({
    fetchStatus: async () => {
      const expected = statuses[Math.min(lookups, statuses.length - 1)];
      lookups += 1;
      if (!expected) throw new TypeError('offline');
      return expected;
    },
    pause: async (milliseconds) => void pauses.push(milliseconds),
    isExpected,
  });
  return outcome.then((outcome) => ({ outcome: outcome, pauses }));
}

describe('after a checkout', () => {
  it('reports the payment as soon as it is known, even after failed lookups', async () => {
    expect(await pollWith([paid])).toEqual({ outcome: 'paid', pauses: [] });
    expect(await pollWith([open, null, paid])).toEqual({ outcome: 'paid', pauses: PAUSES_MS.slice(0, 2) });
  });

  it('polls with growing pauses for one minute', async () => {
    expect(await pollWith([open])).toEqual({ outcome: 'late', pauses: PAUSES_MS });
    expect(PAUSES_MS.toSorted((a, b) => a - b)).toEqual(PAUSES_MS);
    expect(PAUSES_MS.reduce((sum, pause) => sum + pause)).toBe(60_000);
  });

  it.each([
    ['processing', 'processing'],
    ['failed', 'failed'],
    ['refunded', 'refunded'],
    ['dispute-lost', 'disputed'],
  ] as const)('reports a payment that is %s at once', async (state, outcome) => {
    expect(await pollWith([{ ...open, state }])).toEqual({ outcome, pauses: [] });
  });
});

it('looks up the payment once if none is expected', async () => {
  expect(await pollWith([open], false)).toEqual({ outcome: 'unpaid', pauses: [] });
  expect(await pollWith([null], false)).toEqual({ outcome: 'unpaid', pauses: [] });
});

const refusal = (status: number, code: string, message = '') =>
  new CallError({ status, statusText: '', text: JSON.stringify({ message, code }) });

const failed = { kind: 'problem', text: 'Failed to create checkout session. Please try again.' };

describe('a checkout response', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [
      'with a URL leads there',
      '{"url":"https://pay.example/c"}',
      { kind: 'go', url: 'https://pay.example/c' },
    ],
    ['without one has failed', '{}', failed],
    ['with an empty one has failed', '{"url":""}', failed],
  ])('%s', async (_, body, expected) => {
    vi.stubGlobal('fetch', async () => new Response(body));
    const { signal } = new AbortController();
    expect(await startCheckout({ eventId: 'evt_1', guest: {}, signal })).toEqual(expected);
  });
});

describe('a refused checkout', () => {
  it.each([
    [refusal(409, 'already_paid'), { kind: 'paid' }],
    [refusal(409, 'payment_processing'), { kind: 'processing' }],
    [refusal(401, 'unauthenticated'), { kind: 'stranger' }],
    [refusal(400, 'price_not_chargeable', 'Too small.'), { kind: 'problem', text: 'Too small.' }],
    [refusal(500, 'internal', 'Something went wrong.'), failed],
    [new CallError({ status: 503, statusText: 'Unavailable', text: '<html>' }), failed],
    [new TypeError('Failed to fetch'), failed],
  ])('%s is mapped to a result', (error, result) => {
    expect(checkoutResultFor(error)).toEqual(result);
  });

  it('of the user’s own event is explained', () => {
    expect(checkoutResultFor(refusal(409, 'owner_never_pays'))).toEqual({
      kind: 'problem',
      text: 'This event is your own. You see everything without paying.',
    });
  });
});

it('formats dollars with two decimals', () => {
  expect(formatMoney(1250, 'usd')).toBe('$12.50');
  expect(formatMoney(99_999_999, 'usd')).toBe('$999999.99');
  expect(formatPrice({ price: '12.50', currency: 'usd' })).toBe('$12.50');
});

// The notation of other currencies depends on the viewer's locale, but the digits do not.
it.each([
  [500, 'jpy', '500'],
  [500, 'isk', '5'],
  [1250, 'kwd', '1250'],
  [1250, 'eur', '1250'],
])('formats %i %s with the digits %s', (amount, currency, digits) => {
  expect(formatMoney(amount, currency).replaceAll(/\D/g, '')).toBe(digits);
});

it('formats a price in a currency without minor units', () => {
  expect(formatPrice({ price: '500.00', currency: 'jpy' }).replaceAll(/\D/g, '')).toBe('500');
});

it('has a label for every payment state, and a note for a failed refund', () => {
  expect(Object.keys(STATE_LABELS).toSorted()).toEqual(paymentState.options.toSorted());
  const payment = { state: 'paid', refund: 'failed' } as Parameters<typeof stateNote>[0];
  expect(stateNote(payment)).toContain('sent the refund back');
});
