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

/** Answers one by one, the last one for ever; `null` is a question that fails. */
function asking(answers: readonly (PaymentStatus | null)[], isExpected = true) {
  const pauses: number[] = [];
  let asked = 0;
  const outcome = pollPaymentStatus({
    fetchStatus: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      if (!answer) throw new TypeError('offline');
      return answer;
    },
    pause: async (milliseconds) => void pauses.push(milliseconds),
    isExpected,
  });
  return outcome.then((found) => ({ outcome: found, pauses }));
}

describe('whoever comes back from paying', () => {
  it('is let in as soon as the payment is known, also after questions that failed', async () => {
    expect(await asking([paid])).toEqual({ outcome: 'paid', pauses: [] });
    expect(await asking([open, null, paid])).toEqual({ outcome: 'paid', pauses: PAUSES_MS.slice(0, 2) });
  });

  it('is asked for with growing pauses, for a minute and no longer', async () => {
    expect(await asking([open])).toEqual({ outcome: 'late', pauses: PAUSES_MS });
    expect(PAUSES_MS.toSorted((a, b) => a - b)).toEqual(PAUSES_MS);
    expect(PAUSES_MS.reduce((sum, pause) => sum + pause)).toBe(60_000);
  });

  it.each([
    ['processing', 'processing'],
    ['failed', 'failed'],
    ['refunded', 'refunded'],
    ['dispute-lost', 'disputed'],
  ] as const)('and whose payment is %s is told so at once', async (state, outcome) => {
    expect(await asking([{ ...open, state }])).toEqual({ outcome, pauses: [] });
  });
});

it('whoever has not been paying is asked for once', async () => {
  expect(await asking([open], false)).toEqual({ outcome: 'unpaid', pauses: [] });
  expect(await asking([null], false)).toEqual({ outcome: 'unpaid', pauses: [] });
});

const refusal = (status: number, code: string, message = '') =>
  new CallError({ status, statusText: '', text: JSON.stringify({ message, code }) });

const failed = { kind: 'problem', text: 'Failed to create checkout session. Please try again.' };

describe('an answered checkout', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [
      'with an address leads there',
      '{"url":"https://pay.example/c"}',
      { kind: 'go', url: 'https://pay.example/c' },
    ],
    ['without one has failed', '{}', failed],
    ['with an empty one has failed', '{"url":""}', failed],
  ])('%s', async (_, body, answer) => {
    vi.stubGlobal('fetch', async () => new Response(body));
    const { signal } = new AbortController();
    expect(await startCheckout({ eventId: 'evt_1', guest: {}, signal })).toEqual(answer);
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
  ])('%s', (error, answer) => {
    expect(checkoutResultFor(error)).toEqual(answer);
  });

  it('of one’s own event is told in plain words', () => {
    expect(checkoutResultFor(refusal(409, 'owner_never_pays'))).toEqual({
      kind: 'problem',
      text: 'This event is your own. You see everything without paying.',
    });
  });
});

it('dollars read as the screens have them', () => {
  expect(formatMoney(1250, 'usd')).toBe('$12.50');
  expect(formatMoney(99_999_999, 'usd')).toBe('$999999.99');
  expect(formatPrice({ price: '12.50', currency: 'usd' })).toBe('$12.50');
});

// How a currency is written is the viewer's language's; which digits it has is not.
it.each([
  [500, 'jpy', '500'],
  [500, 'isk', '5'],
  [1250, 'kwd', '1250'],
  [1250, 'eur', '1250'],
])('%i %s has the digits %s', (amount, currency, digits) => {
  expect(formatMoney(amount, currency).replaceAll(/\D/g, '')).toBe(digits);
});

it('a price without smaller units is read without any', () => {
  expect(formatPrice({ price: '500.00', currency: 'jpy' }).replaceAll(/\D/g, '')).toBe('500');
});

it('every state of a payment has a word, and a refund that failed a sentence', () => {
  expect(Object.keys(STATE_LABELS).toSorted()).toEqual(paymentState.options.toSorted());
  const payment = { state: 'paid', refund: 'failed' } as Parameters<typeof stateNote>[0];
  expect(stateNote(payment)).toContain('sent the refund back');
});
