import { useQuery } from '@tanstack/react-query';
import { type CheckoutAnswer, startCheckout } from './start-checkout.ts';

type CheckoutInput = {
  eventId: string;
  guest: { guestId?: string; token?: string };
  /** Somebody is there who can pay. */
  isWanted: boolean;
};

/**
 * Asks for a checkout as soon as somebody can pay, and again when told to.
 * @returns the answer, undefined while it is under way
 */
export function useCheckout({ eventId, guest, isWanted }: CheckoutInput): {
  answer: CheckoutAnswer | undefined;
  tryAgain: () => void;
} {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['checkout', eventId, guest],
    queryFn: ({ signal }) => startCheckout({ eventId, guest, signal }),
    enabled: isWanted,
    // Whoever comes again is asked for anew: the checkout may be over, or paid.
    gcTime: 0,
  });
  return { answer: isFetching ? undefined : data, tryAgain: () => void refetch() };
}
