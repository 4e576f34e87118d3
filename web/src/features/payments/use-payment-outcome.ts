import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/call.ts';
import { pollPaymentStatus } from './poll-payment-status.ts';

type PaymentOutcomeInput = {
  eventId: string;
  /** The guest's part of queries; empty for whoever is signed in. */
  guest: { guestId?: string; token?: string };
  /** Somebody is there to ask for, and the gallery is closed to them. */
  isEnabled: boolean;
  /** They come back from paying. */
  isExpected: boolean;
  onPaid: () => void;
};

/** What became of the visitor's payment; undefined while it is being asked for. */
export function usePaymentOutcome({ eventId, guest, isEnabled, isExpected, onPaid }: PaymentOutcomeInput) {
  const {
    data: outcome,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['payment-outcome', eventId, guest, isExpected],
    queryFn: ({ signal }) =>
      pollPaymentStatus({
        fetchStatus: () =>
          call('GET /api/events/{eventId}/payment-status', { params: { eventId }, query: guest, signal }),
        pause: (milliseconds) => pauseFor(milliseconds, signal),
        isExpected,
      }),
    enabled: isEnabled,
    // The outcome is old as soon as its screen is left.
    gcTime: 0,
  });
  const notifyPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (outcome === 'paid') notifyPaid();
  }, [outcome]);
  return { outcome, isChecking: isFetching, checkAgain: () => void refetch() };
}

/** Waits, or for ever where the page is left: what comes after is not wanted then. */
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
