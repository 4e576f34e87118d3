import { queryOptions, useQuery } from '@tanstack/react-query';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';
import { type CheckoutResult, startCheckout } from './start-checkout.ts';

type Payer = {
  eventId: string;
  guest: GuestFields;
  /** Who pays: the id of a user or guest. */
  person: string | undefined;
};

type CheckoutInput = Payer & {
  /** False while there is nobody who could pay. */
  isEnabled: boolean;
};

/** A checkout, which is requested by being read. */
export const checkoutQuery = ({ eventId, guest, person }: Payer) =>
  queryOptions({
    queryKey: queryKeys.checkout({ eventId, guest, person }),
    queryFn: ({ signal }) => startCheckout({ eventId, guest, signal }),
    // Not cached: by the next visit the checkout may have expired or been paid.
    gcTime: 0,
  });

/**
 * Requests a checkout as soon as it is enabled, and again on `retry`.
 * @returns the result; undefined while loading
 */
export function useCheckout({ isEnabled, ...payer }: CheckoutInput): {
  result: CheckoutResult | undefined;
  retry: () => void;
} {
  const { data, isFetching, refetch } = useQuery({ ...checkoutQuery(payer), enabled: isEnabled });
  return { result: isFetching ? undefined : data, retry: () => void refetch() };
}
