import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';
import { pollPaymentStatus } from './poll-payment-status.ts';

type PaymentOutcomeInput = {
  eventId: string;
  /** Guest credentials; empty for signed-in users. */
  guest: GuestFields;
  /** Whether the viewer is known and the gallery is closed to them. */
  isEnabled: boolean;
  /** The viewer comes back from the checkout. */
  isExpected: boolean;
  onPaid: () => void;
};

/** The state of the viewer's payment; undefined while loading. */
export function usePaymentOutcome({ eventId, guest, isEnabled, isExpected, onPaid }: PaymentOutcomeInput) {
  const {
    data: outcome,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: queryKeys.paymentOutcome({ eventId, guest, isExpected }),
    queryFn: ({ signal }) =>
      pollPaymentStatus({
        fetchStatus: () =>
          call('GET /api/events/{eventId}/payment-status', { params: { eventId }, query: guest, signal }),
        pause: (milliseconds) => pauseFor(milliseconds, signal),
        isExpected,
      }),
    enabled: isEnabled,
    // Not cached: the outcome is outdated once its screen is left.
    gcTime: 0,
  });
  const notifyPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (outcome === 'paid') notifyPaid();
  }, [outcome]);
  return { outcome, isChecking: isFetching, checkAgain: () => void refetch() };
}

/** Resolves after this time; never if aborted, which ends the polling. */
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
