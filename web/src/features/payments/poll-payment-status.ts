import type { Reply } from '../../lib/endpoints.ts';

export type PaymentStatus = Reply<'GET /api/events/{eventId}/payment-status'>;

/**
 * The state of the caller's payment. `late`: expected, but not confirmed in time. `failed`, `refunded` and `disputed`
 * say why a past payment gives no access.
 */
export type PaymentOutcome = 'paid' | 'processing' | 'unpaid' | 'failed' | 'refunded' | 'disputed' | 'late';

/** Pauses between polls, a minute in all. After a checkout, one or two polls are usually enough. */
export const PAUSES_MS: readonly number[] = [400, 600, 1000, 2000, 3000, 5000, 8000, 15_000, 25_000];

type PollInput = {
  fetchStatus: () => Promise<PaymentStatus>;
  pause: (milliseconds: number) => Promise<void>;
  /** The viewer comes back from the checkout, so a payment should be confirmed soon. */
  isExpected: boolean;
};

/**
 * Looks up the state of a payment: once, or for a minute with growing pauses if one is expected. A failed lookup counts
 * as no payment yet.
 */
export async function pollPaymentStatus({
  fetchStatus,
  pause,
  isExpected,
}: PollInput): Promise<PaymentOutcome> {
  const pauses = isExpected ? [...PAUSES_MS] : [];
  for (;;) {
    const outcome = outcomeOf(await fetchStatus().catch(() => undefined));
    if (outcome !== 'unpaid') return outcome;
    const milliseconds = pauses.shift();
    if (milliseconds === undefined) return isExpected ? 'late' : 'unpaid';
    await pause(milliseconds);
  }
}

const OUTCOME_BY_STATE: Partial<Record<NonNullable<PaymentStatus['state']>, PaymentOutcome>> = {
  processing: 'processing',
  failed: 'failed',
  refunded: 'refunded',
  'dispute-lost': 'disputed',
};

function outcomeOf(status: PaymentStatus | undefined): PaymentOutcome {
  if (status?.hasPaid) return 'paid';
  return (status?.state && OUTCOME_BY_STATE[status.state]) ?? 'unpaid';
}
