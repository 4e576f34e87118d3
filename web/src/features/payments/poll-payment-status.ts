import type { Reply } from '../../lib/endpoints.ts';

export type PaymentStatus = Reply<'GET /api/events/{eventId}/payment-status'>;

/**
 * What is known of somebody's payment. `late`: it was expected, and nobody has heard of it yet. `failed`, `refunded`
 * and `disputed` say why a payment that was made gives no access.
 */
export type PaymentOutcome = 'paid' | 'processing' | 'unpaid' | 'failed' | 'refunded' | 'disputed' | 'late';

/** Whoever comes back from paying is mostly known after the first or second of these; a minute in all. */
export const PAUSES_MS: readonly number[] = [400, 600, 1000, 2000, 3000, 5000, 8000, 15_000, 25_000];

type PollInput = {
  fetchStatus: () => Promise<PaymentStatus>;
  pause: (milliseconds: number) => Promise<void>;
  /** The visitor comes back from paying: the outcome is waited for. */
  isExpected: boolean;
};

/**
 * Asks what became of a payment: once, or with growing pauses for a minute where one is expected. A question that
 * fails is asked again like one that brought nothing.
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
