import { useQuery } from '@tanstack/react-query';
import { type CheckoutResult, startCheckout } from './start-checkout.ts';

type CheckoutInput = {
  eventId: string;
  guest: { guestId?: string; token?: string };
  /** Somebody is there who can pay. */
  isEnabled: boolean;
};

/**
 * Asks for a checkout as soon as somebody can pay, and again when told to.
 * @returns the answer, undefined while it is under way
 */
export function useCheckout({ eventId, guest, isEnabled }: CheckoutInput): {
  result: CheckoutResult | undefined;
  retry: () => void;
} {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['checkout', eventId, guest],
    queryFn: ({ signal }) => startCheckout({ eventId, guest, signal }),
    enabled: isEnabled,
    // Whoever comes again is asked for anew: the checkout may be over, or paid.
    gcTime: 0,
  });
  return { result: isFetching ? undefined : data, retry: () => void refetch() };
}
