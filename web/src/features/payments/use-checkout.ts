import { useQuery } from '@tanstack/react-query';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';
import { type CheckoutResult, startCheckout } from './start-checkout.ts';

type CheckoutInput = {
  eventId: string;
  guest: GuestFields;
  /** Who pays: the id of a user or guest. */
  person: string | undefined;
  /** False while there is nobody who could pay. */
  isEnabled: boolean;
};

/**
 * Requests a checkout as soon as it is enabled, and again on `retry`.
 * @returns the result; undefined while loading
 */
export function useCheckout({ eventId, guest, person, isEnabled }: CheckoutInput): {
  result: CheckoutResult | undefined;
  retry: () => void;
} {
  const { data, isFetching, refetch } = useQuery({
    queryKey: queryKeys.checkout({ eventId, guest, person }),
    queryFn: ({ signal }) => startCheckout({ eventId, guest, signal }),
    enabled: isEnabled,
    // Not cached: by the next visit the checkout may have expired or been paid.
    gcTime: 0,
  });
  return { result: isFetching ? undefined : data, retry: () => void refetch() };
}
